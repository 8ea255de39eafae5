/** An error for the log: its kind and where it was thrown. Its message is left out, since it may quote what it was about. */
export function loggedError(error: unknown): { name: string; code?: string; at: string[] } {
  if (!(error instanceof Error)) return { name: typeof error, at: [] };
  const { code } = error as NodeJS.ErrnoException;
  const at = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim());
  return { name: error.name, ...(typeof code === 'string' ? { code } : {}), at };
}
