/*
 * Words that ask and words that only hold a question together. A document that happens to use them ("어떻게 할 수 있는지")
 * is no better an answer, so they are left out of a question; documents keep them.
 */

const ASKING = '무엇 무얼 뭐 뭘 무슨 어디 어느 언제 누구 누가 얼마 얼마나 얼마씩 몇 며칠 어떤 어떠한 어떻게 어떻 왜 어째서';

const AFTER_ASKING =
  '은 는 이 가 을 를 에 의 로 으로 에서 서 에게 까지 부터 나 야 지 요 인가 인가요 인지 입니까 이며 이고 이나 일까 일까요 였나 였나요 ' +
  '라고 라고요 이죠 죠 예요 이에요 인데 마다 씩';

const HOLDING =
  '수 것 것은 것이 것을 것인가 것인가요 건 게 거 등 및 또는 중 때 경우 대해 대하여 대한 관해 관한 관하여 위해 위한 위하여 따라 따른 따르면 ' +
  '의해 통해 있나 있나요 있는 있는가 있는지 있어 있어요 있습니까 있다 있을까 있지 있으면 없나 없나요 없는 하나 하나요 하는 하는가 하는지 하면 ' +
  '하려면 해 해요 해야 합니까 할 한 했나 했나요 했어 되나 되나요 되는 되는가 되는지 되면 되어 돼 돼요 됩니까 된 될 됐나 됐나요 됐어 인가 ' +
  '인가요 알려줘 알려 알려주세요 알려줄래 알고 싶어 싶어요 싶은데 설명해 설명해줘 줘 주나 주나요 주세요 주는 줘야 말해 좀 그 이 저 더 안 못 ' +
  '또 다 잘 가장 모두 서로 각각 가운데';

const WORDS: ReadonlySet<string> = new Set([
  ...HOLDING.split(' '),
  ...ASKING.split(' ').flatMap((word) => [word, ...AFTER_ASKING.split(' ').map((suffix) => word + suffix)]),
]);

/** Whether a word of a question says nothing about what is asked for. */
export function isQuestionWord(word: string): boolean {
  return WORDS.has(word);
}
