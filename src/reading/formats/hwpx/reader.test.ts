import { describe, expect, it } from 'vitest';
import { makeHwpx, p, t } from '../../../../tests/makers/hwpx.ts';
import { makeZip } from '../../../../tests/makers/zip.ts';
import { Budget } from '../../container/budget.ts';
import type { Content } from '../../content.ts';
import { Unreadable } from '../../unreadable.ts';
import { hwpxReader } from './reader.ts';

const read = (bytes: Buffer): Promise<Content> => hwpxReader.read(bytes, { budget: new Budget(), paginate: false });
const texts = (content: Content) => content.blocks.map((block) => block.text);
const codes = (content: Content) => content.warnings.map((warning) => warning.code).filter((code) => code !== 'PAGES_ESTIMATED');

async function reason(bytes: Buffer): Promise<string> {
  try {
    await read(bytes);
    return 'read';
  } catch (error) {
    if (error instanceof Unreadable) return error.reason;
    throw error;
  }
}

describe('an hwpx package', () => {
  it('is read in the order of its spine', async () => {
    const content = await read(makeHwpx({ sections: [p(t('하나')), p(t('둘')), p(t('셋'))], spine: [2, 0, 1] }));
    expect(texts(content)).toEqual(['셋', '하나', '둘']);
    expect(content.blocks.every((block) => block.extractor === 'hwpx' && block.bbox === null)).toBe(true);
  });

  it('is read by file numbers without a spine, ten after two', async () => {
    const sections = Array.from({ length: 11 }, (_, i) => p(t(`구역 ${i}`)));
    expect(texts(await read(makeHwpx({ sections, spine: null })))).toEqual(sections.map((_, i) => `구역 ${i}`));
  });

  it('keeps a section that its spine forgot, after the others', async () => {
    expect(texts(await read(makeHwpx({ sections: [p(t('하나')), p(t('둘'))], spine: [1] })))).toEqual(['둘', '하나']);
  });

  it('is read when its writer used backslashes', async () => {
    expect(texts(await read(makeHwpx({ sections: [p(t('글'))], rename: (name) => name.replaceAll('/', '\\') })))).toEqual(['글']);
  });

  it('takes any namespace prefix', async () => {
    const bytes = makeHwpx({
      sections: [''],
      parts: { 'Contents/section0.xml': '<a:sec xmlns:a="x"><a:p><a:run><a:t>글</a:t></a:run></a:p></a:sec>' },
    });
    expect(texts(await read(bytes))).toEqual(['글']);
  });

  it('needs a password when its manifest declares encrypted parts', async () => {
    const manifest =
      '<odf:manifest xmlns:odf="x"><odf:file-entry odf:full-path="Contents/section0.xml"><odf:encryption-data/></odf:file-entry></odf:manifest>';
    expect(await reason(makeHwpx({ sections: ['garbage'], parts: { 'META-INF/manifest.xml': manifest } }))).toBe(
      'PASSWORD_PROTECTED',
    );
  });

  it('is corrupted without a section, or when its only section is cut', async () => {
    expect(await reason(makeHwpx({ sections: [] }))).toBe('CORRUPTED');
    expect(await reason(makeZip([{ name: 'a.txt', data: 'x' }]))).toBe('CORRUPTED');
    expect(await reason(makeHwpx({ sections: [''], parts: { 'Contents/section0.xml': `<s>${p(t('글'))}<hp:p>` } }))).toBe(
      'CORRUPTED',
    );
    expect(await reason(Buffer.alloc(0))).toBe('CORRUPTED');
  });

  it('is read in part when one section of several is damaged or missing', async () => {
    const damaged = await read(
      makeHwpx({ sections: [p(t('앞')), ''], parts: { 'Contents/section1.xml': `<s>${p(t('뒤'))}<hp:p>` } }),
    );
    expect(texts(damaged)).toEqual(['앞', '뒤']);
    expect(codes(damaged)).toEqual(['PARTIAL_READ']);
    const hpf =
      '<package><manifest><item id="a" href="Contents/section0.xml"/><item id="b" href="Contents/section7.xml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>';
    expect(codes(await read(makeHwpx({ sections: [p(t('앞'))], parts: { 'Contents/content.hpf': hpf } })))).toEqual([
      'PARTIAL_READ',
    ]);
  });

  it('keeps its text when the head is damaged, and says so', async () => {
    const content = await read(makeHwpx({ sections: [p(t('글'))], parts: { 'Contents/header.xml': '<hh:head>' } }));
    expect(texts(content)).toEqual(['글']);
    expect(codes(content)).toEqual(['PARTIAL_READ']);
  });

  it('refuses entities of its own', async () => {
    const xml = '<!DOCTYPE s [<!ENTITY a "글">]><s><p><run><t>&a;</t></run></p></s>';
    expect(await reason(makeHwpx({ sections: [''], parts: { 'Contents/section0.xml': xml } }))).toBe('CORRUPTED');
  });

  it('has master pages as headers of the section that names them', async () => {
    const secPr = '<hp:secPr><hp:masterPage idRef="masterpage0"/></hp:secPr>';
    const parts = {
      'Contents/masterpage0.xml': `<masterPage xmlns:hp="x"><hp:subList>${p(t('바탕쪽'))}</hp:subList></masterPage>`,
    };
    const content = await read(makeHwpx({ sections: [p(secPr + t('본문'))], parts }));
    expect(content.blocks.map((block) => [block.type, block.text])).toEqual([
      ['header', '바탕쪽'],
      ['paragraph', '본문'],
    ]);
  });

  it('is read or refused with a reason, whatever was cut out of it', async () => {
    const cell = `<hp:tbl rowCnt="1" colCnt="1"><hp:tr><hp:tc><hp:subList>${p(t('칸'))}</hp:subList><hp:cellAddr colAddr="0" rowAddr="0"/></hp:tc></hp:tr></hp:tbl>`;
    const xml = `<hs:sec xmlns:hs="s" xmlns:hp="p">${p(t('앞 &amp; 뒤') + cell)}${p(`<hp:ctrl><hp:footNote><hp:subList>${p(t('주'))}</hp:subList></hp:footNote></hp:ctrl>`)}</hs:sec>`;
    const seen = new Set<string>();
    for (let at = 0; at < xml.length; at += 3) {
      for (const length of [1, 7, 60]) {
        const cut = xml.slice(0, at) + xml.slice(at + length);
        seen.add(await reason(makeHwpx({ sections: [''], parts: { 'Contents/section0.xml': cut } })));
      }
    }
    expect([...seen].sort()).toEqual(['CORRUPTED', 'read']);
  });
});
