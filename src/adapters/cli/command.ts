/** Runs with the words after its name and gives the exit code. */
export type Command = (args: string[], env: NodeJS.ProcessEnv) => Promise<number>;

/** Exit codes. */
export const DONE = 0;
export const FAILED = 1;
/** The command line or a setting is wrong. */
export const MISUSED = 2;
