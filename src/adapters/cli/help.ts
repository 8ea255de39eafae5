import { fallbackText, SETTINGS, type Setting } from '../../config/settings.ts';

/** What a person has to know to use one command. */
interface CommandHelp {
  readonly what: string;
  readonly usage: readonly string[];
  readonly options: readonly (readonly [flag: string, meaning: string])[];
  readonly examples: readonly (readonly [command: string, result: string])[];
  readonly exits?: string;
}

const CORPUS = [
  '--corpus DIR',
  '문서함들이 든 폴더. 그 아래 폴더 하나가 문서함(tenant) 하나입니다. SERVICE_CORPUS로도 줍니다.',
] as const;
const CACHE = ['--cache DIR', '읽은 결과를 두는 폴더. SERVICE_CACHE로도 줍니다. 기본값은 ~/.cache/geungeo입니다.'] as const;
const NO_CACHE = ['--no-cache', '읽은 글을 디스크에 남기지 않습니다. 다음에 다시 읽습니다.'] as const;
const KEPT = ['--cache DIR', '읽은 결과를 이 폴더에 둡니다. 주지 않으면 남기지 않습니다.'] as const;

export const COMMAND_HELP: Readonly<Record<string, CommandHelp>> = {
  parse: {
    what: '파일 하나를 읽어 문서 전체를 보입니다.',
    usage: ['geungeo parse FILE [--format json|markdown] [--cache DIR]'],
    options: [['--format', 'json(기본)은 모든 블록·표·위치, markdown은 사람과 프롬프트를 위한 글입니다.'], KEPT],
    examples: [
      ['geungeo parse 지침.hwpx --format markdown', '읽을 수 있는 글로'],
      ['geungeo parse 지침.hwpx > 지침.json', '모든 것을 JSON으로'],
    ],
    exits:
      '0 끝남. 암호가 걸리거나 깨져서 읽지 못한 파일도 0이며, JSON의 access.reason과 stderr가 이유를 말합니다. 1 파일을 열지 못함.',
  },
  chunk: {
    what: '파일 하나를 읽어 문서와 조각(chunk)을 JSON으로 보입니다.',
    usage: ['geungeo chunk FILE [--budget CHARACTERS] [--cache DIR]'],
    options: [['--budget', '조각 하나의 최대 글자 수. 기본 1000, 200부터 20000까지.'], KEPT],
    examples: [['geungeo chunk 지침.hwpx --budget 800', '문서와 조각']],
    exits: '0 끝남(읽지 못한 파일은 access.reason이 말합니다). 1 파일을 열지 못함.',
  },
  index: {
    what: '문서함을 미리 읽어 색인합니다. 서버의 첫 질문이 기다리지 않게 됩니다. 진행은 stderr에 보입니다.',
    usage: ['geungeo index TENANT --corpus DIR [--cache DIR]', 'geungeo index --all --corpus DIR [--cache DIR]'],
    options: [CORPUS, CACHE],
    examples: [
      ['geungeo index mois --corpus corpus', 'corpus/mois 아래의 파일을 모두 읽음'],
      ['geungeo index --all --corpus corpus', '모든 테넌트를 읽음. 저장소를 함께 쓰는 여러 서버에서 동시에 실행하면 나누어 읽음'],
    ],
    exits: '0 끝남(읽지 못한 파일은 stderr에 이유와 함께). 1 그런 문서함이 없음. 멈췄다 다시 하면 남은 것만 읽습니다.',
  },
  ask: {
    what: '문서함에 질문하고, 답의 줄마다 어느 파일 몇 쪽인지 보입니다.',
    usage: ['geungeo ask TENANT "QUESTION" --corpus DIR [--principal NAME] [--llm] [--json] [--cache DIR | --no-cache]'],
    options: [
      CORPUS,
      ['--principal NAME', '묻는 사람. ACL.json의 규칙으로 볼 수 있는 문서만 봅니다. 없으면 모두에게 열린 문서만.'],
      ['--llm', '설정된 게이트웨이의 모델이 답하고, 숫자와 인용을 확인합니다. 없으면 문서의 줄을 그대로 뽑습니다.'],
      ['--json', 'POST /answer와 같은 JSON으로.'],
      CACHE,
      NO_CACHE,
    ],
    examples: [
      ['geungeo ask mois "수수료는 얼마인가요?" --corpus corpus', '답과 근거'],
      ['geungeo ask mois "수수료는 얼마인가요?" --corpus corpus --json', '프로그램에서 쓸 JSON'],
    ],
    exits: '0 답함. 1 근거가 없어 답하지 않았거나 그런 문서함이 없음.',
  },
  serve: {
    what: 'HTTP 서버를 엽니다. 듣기 시작하면 stdout에 주소 한 줄을 쓰고, 로그는 stderr에 JSON으로 씁니다.',
    usage: ['geungeo serve --corpus DIR [--cache DIR | --no-cache] [--host ADDRESS] [--port NUMBER]'],
    options: [
      CORPUS,
      CACHE,
      NO_CACHE,
      ['--host', '듣는 주소. 기본 127.0.0.1. 다른 주소에는 키(SERVICE_API_KEY)가 있어야 합니다.'],
      ['--port', '듣는 포트. 기본 8080, 0은 빈 포트.'],
    ],
    examples: [['geungeo serve --corpus corpus', '브라우저로 http://127.0.0.1:8080/demo']],
    exits: '0 SIGTERM이나 SIGINT로 끝남. 1 포트를 열지 못함.',
  },
  eval: {
    what: '답을 아는 질문들로 문서함의 찾기와 답을 잽니다.',
    usage: [
      'geungeo eval TENANT QUESTIONS.jsonl --corpus DIR [--pairs FILE] [--split NAME] [--tag NAME] [--json] [--cache DIR | --no-cache]',
    ],
    options: [
      CORPUS,
      ['--pairs FILE', '같은 문서의 다른 형식을 한 줄에 적은 표(TSV).'],
      ['--split, --tag', '그 묶음이나 꼬리표의 질문만.'],
      ['--json', '질문마다의 결과까지 JSON으로.'],
      CACHE,
      NO_CACHE,
    ],
    examples: [['geungeo eval mois 질문.jsonl --corpus corpus', '한 줄에 {"id", "question", "expected": [{"file", "quote"}]}']],
    exits: '0 끝남. 1 그런 문서함이 없음.',
  },
  cache: {
    what: '읽은 결과를 둔 폴더를 보고 비웁니다. 비운 것은 필요할 때 다시 읽습니다.',
    usage: [
      'geungeo cache list [--cache DIR]',
      'geungeo cache purge [--older-than DAYS] [--orphans --corpus DIR] [--all] [--cache DIR]',
    ],
    options: [
      ['--older-than DAYS', '읽은 지 그만큼 지난 것을 지웁니다.'],
      ['--orphans', '문서함에 더는 없는 문서의 것을, 색인에서까지 지웁니다. --corpus가 있어야 합니다.'],
      ['--all', '모두 지웁니다.'],
      CACHE,
    ],
    examples: [['geungeo cache purge --orphans --corpus corpus', '지운 문서의 글을 디스크에서도 지움']],
  },
  doctor: {
    what: '이 기계에 빠진 것과 갖추는 방법을 말합니다.',
    usage: ['geungeo doctor [--corpus DIR] [--cache DIR | --no-cache]'],
    options: [CORPUS, CACHE, NO_CACHE],
    examples: [['geungeo doctor --corpus corpus', '']],
    exits: '0 돌 수 있음. 1 없으면 돌지 못하는 것이 빠짐.',
  },
};

/** Few words for somebody who typed nothing, or something else. */
export function overview(): string {
  const width = Math.max(...Object.keys(COMMAND_HELP).map((name) => name.length));
  const lines = Object.entries(COMMAND_HELP).map(([name, { what }]) => `  ${name.padEnd(width)}  ${what}\n`);
  return `근거(geungeo): 공문서를 읽어 구조화된 JSON과, 원본의 어디에 있는 글인지 아는 조각으로 돌려줍니다.

${lines.join('')}
처음이라면:
  geungeo parse 문서.hwpx --format markdown
  mkdir -p corpus/mois && cp *.hwpx *.pdf corpus/mois/
  geungeo ask mois "신청 기한은 언제인가요?" --corpus corpus
  geungeo serve --corpus corpus            # http://127.0.0.1:8080/demo

geungeo COMMAND --help 는 한 명령을, geungeo --help 는 모든 명령과 설정을 보입니다.
`;
}

export function commandHelp({ what, usage, options, examples, exits }: CommandHelp): string {
  const parts = [`${what}\n`, ...usage.map((line) => `  ${line}`)];
  if (options.length > 0) parts.push('', ...options.map(([flag, meaning]) => `  ${flag}\n      ${meaning}`));
  parts.push('\n예:', ...examples.map(([command, result]) => `  ${command}${result === '' ? '' : `    # ${result}`}`));
  parts.push('', `끝날 때의 코드: ${exits ?? '0 끝남. 1 실패.'} 2 명령이나 설정이 잘못됨.`);
  return `${parts.join('\n')}\n`;
}

export function helpText(): string {
  const usage = Object.values(COMMAND_HELP).flatMap((command) => command.usage.map((line) => `  ${line}\n`));
  const settings = Object.values(SETTINGS).map((setting: Setting<unknown, unknown>) => {
    const flag = setting.flag === null ? '' : ` (--${setting.flag})`;
    return `\n  ${setting.variable}${flag}: ${fallbackText(setting)}\n      ${setting.description}`;
  });
  return `${overview()}
${usage.join('')}  geungeo --help | --version

끝날 때의 코드: 0 끝남, 1 실패, 2 명령이나 설정이 잘못됨.

설정은 환경 변수로 줍니다. 같은 뜻의 선택지가 이깁니다 (docs/deploy.md):
${settings.join('')}
`;
}

/** The command that was most likely meant. */
export function nearestCommand(typed: string): string | undefined {
  const near = Object.keys(COMMAND_HELP).map((name) => ({ name, steps: distance(typed.toLowerCase(), name) }));
  return near.sort((a, b) => a.steps - b.steps).find(({ steps }) => steps <= 2)?.name;
}

/** Letters to add, drop or change. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      next.push(Math.min((row[j] as number) + 1, (next[j - 1] as number) + 1, (row[j - 1] as number) + same));
    }
    row = next;
  }
  return row[b.length] as number;
}
