/** Korean unless `?lang=en` is in the address, so that a choice can be linked and needs no script. */
export type Language = 'ko' | 'en';

/** Both wordings stand side by side where they are used: one cannot be changed without seeing the other. */
export type Say = <T>(korean: T, english: T) => T;

export function languageOf(query: unknown): Language {
  return typeof query === 'object' && query !== null && 'lang' in query && query.lang === 'en' ? 'en' : 'ko';
}

export function sayIn(language: Language): Say {
  return (korean, english) => (language === 'en' ? english : korean);
}

/** A page of ours in the language that is being read. */
export function inLanguage(path: string, language: Language): string {
  return language === 'en' ? `${path}?lang=en` : path;
}
