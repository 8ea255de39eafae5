/*
 * Particles and endings are taken off by their spelling, without a dictionary: what is left need not be a word, it has to be
 * the same for all forms of one. Morphemes (garu-ko 0.3.7) instead of this found no more of the questions that were measured.
 */

const PARTICLES =
  '으로부터 에서부터 에게서는 이라고는 으로서의 으로써의 에서는 에서도 에서의 에서만 에게는 에게도 에게서 으로는 으로도 으로의 으로만 ' +
  '으로서 으로써 까지는 까지도 까지의 까지만 부터는 부터의 이라는 이라고 이라도 이란 에는 에도 에만 에의 에서 에게 에 으로 로는 로도 ' +
  '로의 로서 로써 로 까지 부터 보다 처럼 마다 조차 마저 밖에 이나 이든지 든지 이며 이고 하고 라도 라는 라고 과의 와의 과는 와는 만을 ' +
  '만이 만은 만 께서 께 한테 은 는 이 가 을 를 의 와 과 도 나 란';

const ENDINGS =
  '하였습니다 되었습니다 하여야 해야 하였다 되었다 합니다 됩니다 입니다 습니다 하려면 되려면 하는지 되는지 했나요 됐나요 하나요 되나요 ' +
  '인가요 은가요 는가요 나요 한가요 인가 는가 은가 한가 인지 는지 은지 한지 하는 되는 하여 되어 하고 되고 하며 되며 하면 되면 한다 된다 ' +
  '하기 되기 하도록 되도록 하지 되지 했나 됐나 했다 됐다 하나 되나 할 될 한 된 함 됨 해 돼 시키는 시킨 이다 였다 이었다 지요 죠 까요 ' +
  '을까 려면 으려면 어야 아야 어서 아서 면 고 며 지';

/** A word is not stripped below this many syllables: 나이 is no 나 with a particle. */
const SHORTEST = 2;

const PARTICLE_SET: ReadonlySet<string> = new Set(PARTICLES.split(' '));

/** Whether a word is nothing but a particle, as it stands behind letters and digits: pH는, HP-UX에. */
export function isParticle(word: string): boolean {
  return PARTICLE_SET.has(word);
}

type Suffixes = readonly (readonly [length: number, suffixes: ReadonlySet<string>])[];
const PARTICLE_SUFFIXES = byLength(PARTICLES);
const ENDING_SUFFIXES = byLength(ENDINGS);

/** What a word of Hangul syllables has in common with its other forms. */
export function stem(word: string): string {
  return withoutSuffix(withoutSuffix(word, ENDING_SUFFIXES), PARTICLE_SUFFIXES);
}

function withoutSuffix(word: string, suffixes: Suffixes): string {
  for (const [length, among] of suffixes) {
    if (word.length - length >= SHORTEST && among.has(word.slice(-length))) return word.slice(0, -length);
  }
  return word;
}

/** Longest first. */
function byLength(words: string): Suffixes {
  const groups = new Map<number, Set<string>>();
  for (const word of words.split(' ')) {
    const group = groups.get(word.length) ?? new Set();
    groups.set(word.length, group.add(word));
  }
  return [...groups].sort(([a], [b]) => b - a);
}
