/**
 * Document-security products wrap a file in a container of their own. No real samples are public; these are the first
 * bytes that public detection code looks for. An unknown product stays unknown: nothing is guessed from the name.
 */
const PREFIXES: readonly { readonly bytes: Buffer; readonly vendor: string }[] = [
  prefix('\x9b DRMONE', 'Fasoo'),
  prefix('<!-- FasooSecureContainer', 'Fasoo'),
  prefix('<!-- INCOPS SECU-DRM', 'Fasoo'),
  { bytes: Buffer.from('50734668', 'hex'), vendor: 'Fasoo' },
  prefix('SCDSA', 'SoftCamp'),
  prefix('SCDSSS0', 'SoftCamp'),
  prefix('<DOCUMENT SAFER', 'MarkAny'),
  prefix('<DOCUMENTSAFER', 'MarkAny'),
  prefix('<MARKANY_DOCUMENTSAFER>', 'MarkAny'),
  { bytes: Buffer.from('8c172e9a10b6f0d49ca9caee80bc939e', 'hex'), vendor: 'MarkAny' },
  { bytes: Buffer.from('c5634a598c1bcebdbbdec3593ed1781c', 'hex'), vendor: 'MarkAny' },
  prefix('<## NASCA DRM FILE', 'NASCA'),
];

function prefix(text: string, vendor: string): { bytes: Buffer; vendor: string } {
  return { bytes: Buffer.from(text, 'latin1'), vendor };
}

/** The product's name when the bytes start as one of its containers does. */
export function drmVendorOf(bytes: Buffer): string | null {
  for (const known of PREFIXES) if (bytes.subarray(0, known.bytes.length).equals(known.bytes)) return known.vendor;
  return null;
}
