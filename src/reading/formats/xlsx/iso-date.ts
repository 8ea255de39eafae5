/** Serial day (1900 system) of an ISO 8601 date or date and time, as strict workbooks store dates; null for anything else. */
export function isoSerial(text: string): number | null {
  const parts = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d(?:\.\d{1,9})?))?Z?)?$/.exec(text);
  if (!parts) return null;
  const [year, month, day, hour, minute, second] = parts.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const time = Date.UTC(year, month - 1, day);
  if (new Date(time).getUTCMonth() !== month - 1 || hour > 23 || minute > 59) return null;
  const days = time / 86_400_000 + 25_569;
  // Excel counts a 29 February 1900 that never was: days before 1 March 1900 are one lower.
  return (days < 61 ? days - 1 : days) + (hour * 3600 + minute * 60 + second) / 86_400;
}
