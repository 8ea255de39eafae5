/**
 * What each hostile, damaged or foreign file of the corpus must give: a reason, or `read`. Members of a bundle are given
 * as `path: reason` where they are the point of the file. `*` stands for the rest of a name.
 */
export const EXPECTED: Record<string, string> = {
  'bad/docx_named.hwpx': 'read EXTENSION_MISMATCH',
  'bad/docx_no_document.docx': 'CORRUPTED',
  'bad/docx_xxe.docx': 'CORRUPTED',
  'bad/drm_fasoo_*': 'DRM_ENCRYPTED Fasoo',
  'bad/drm_markany_*': 'DRM_ENCRYPTED MarkAny',
  'bad/drm_ms_rms_aip*': 'DRM_ENCRYPTED Microsoft RMS',
  'bad/drm_nasca*': 'DRM_ENCRYPTED NASCA',
  'bad/drm_softcamp_*': 'DRM_ENCRYPTED SoftCamp',
  'bad/empty.*': 'EMPTY',
  'bad/html_named.*': 'UNSUPPORTED_FORMAT',
  'bad/hwp_ole_not_hwp.hwp': 'UNSUPPORTED_FORMAT',
  'bad/hwpx_billion_laughs.hwpx': 'CORRUPTED',
  'bad/hwpx_malformed_xml.hwpx': 'CORRUPTED',
  'bad/hwpx_named.zip': 'read EXTENSION_MISMATCH',
  'bad/hwpx_no_section.hwpx': 'CORRUPTED',
  'bad/hwpx_section_bomb.hwpx': 'LIMIT_EXCEEDED',
  'bad/random_bytes.*': 'UNSUPPORTED_FORMAT',
  'bad/real_docx_strict_truncated.docx': 'read',
  'bad/real_hwpx_named*': 'read EXTENSION_MISMATCH',
  'bad/text_named.hwp': 'UNSUPPORTED_FORMAT',
  'bad/truncated_*.docx': 'CORRUPTED',
  'bad/truncated_*.hwpx': 'CORRUPTED',
  'bad/truncated_*.xlsx': 'CORRUPTED',
  'bad/truncated_head.hwp': 'CORRUPTED',
  'bad/xlsx_broken_sharedstrings.xlsx': 'read PARTIAL_READ',
  'bad/xlsx_named.docx': 'read EXTENSION_MISMATCH',
  'unsupported/rc4cryptoapi_password.*': 'UNSUPPORTED_FORMAT',
  'unsupported/*': 'UNSUPPORTED_FORMAT',
  'zip/bad_crc.zip': 'CORRUPTED',
  'zip/bomb_200MB_single.zip': 'LIMIT_EXCEEDED',
  'zip/bomb_lying_size.zip': 'LIMIT_EXCEEDED',
  'zip/bomb_nested_2GB.zip': 'LIMIT_EXCEEDED',
  'zip/corrupt_central_directory.zip': 'CORRUPTED',
  'zip/cp949_names_no_flag.zip': 'read',
  'zip/duplicate_names.zip': 'read',
  'zip/empty.zip': 'EMPTY',
  'zip/many_entries_5000.zip': 'LIMIT_EXCEEDED',
  'zip/mixed_bad_inside.zip': 'read',
  'zip/nested_zip_12levels.zip': 'LIMIT_EXCEEDED',
  'zip/nested_zip_2levels.zip': 'read',
  'zip/nfd_names_macos.zip': 'read',
  'zip/only_directories.zip': 'EMPTY',
  'zip/partly_encrypted.zip': 'read',
  'zip/password_*': 'PASSWORD_PROTECTED',
  'zip/symlink_entry.zip': 'read',
  'zip/truncated.zip': 'CORRUPTED',
  'zip/unstructured_simple.zip': 'UNSUPPORTED_FORMAT',
  'zip/unsupported_method.zip': 'read',
  'zip/utf8_names_*': 'read',
  'zip/zip_slip.zip': 'read',
  // PDFs alone.
  'zip/의안원문_2205429.zip': 'UNSUPPORTED_FORMAT',
  'xlsx/poi_poc-shared-strings.xlsx': 'LIMIT_EXCEEDED',
  'xlsx/enc_*': 'PASSWORD_PROTECTED',
  'xlsx/synth_enc_*': 'PASSWORD_PROTECTED',
  'docx/enc_agile*': 'PASSWORD_PROTECTED',
  'docx/enc_ecma*': 'PASSWORD_PROTECTED',
  'docx/synth_enc_*': 'PASSWORD_PROTECTED',
  'hwpx/암호_*': 'PASSWORD_PROTECTED',
  'xlsx/synth_빈통합문서.xlsx': 'EMPTY',
};

/** The entry for a corpus path: the longest pattern that matches. */
export function expectedFor(file: string): string | undefined {
  const matching = Object.keys(EXPECTED).filter((pattern) => {
    const star = pattern.indexOf('*');
    if (star < 0) return pattern === file;
    const [before, after] = [pattern.slice(0, star), pattern.slice(star + 1)];
    return file.startsWith(before) && file.endsWith(after) && file.length >= before.length + after.length;
  });
  const best = matching.sort((a, b) => b.length - a.length)[0];
  return best === undefined ? undefined : EXPECTED[best];
}
