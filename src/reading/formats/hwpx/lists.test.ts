import { expect, it } from 'vitest';
import { makeHwpx, p, SECTION, t } from '../../../../tests/makers/hwpx.ts';
import { Budget } from '../../container/budget.ts';
import { hwpxReader } from './reader.ts';

const HEAD =
  '<hh:numberings><hh:numbering id="1" start="0">' +
  '<hh:paraHead start="1" level="1" numFormat="DIGIT">제^1장</hh:paraHead><hh:paraHead start="1" level="2" numFormat="HANGUL_SYLLABLE">^2.</hh:paraHead>' +
  '</hh:numbering><hh:numbering id="2" start="3"><hh:paraHead start="1" level="1" numFormat="CIRCLED_DIGIT">^1</hh:paraHead></hh:numbering></hh:numberings>' +
  '<hh:bullets><hh:bullet id="1" char="&#xF06C;" useImage="0"/></hh:bullets>' +
  '<hh:paraProperties><hh:paraPr id="0"><hh:heading type="NONE" idRef="0" level="0"/></hh:paraPr>' +
  '<hh:paraPr id="1"><hh:heading type="OUTLINE" idRef="0" level="0"/></hh:paraPr><hh:paraPr id="2"><hh:heading type="OUTLINE" idRef="0" level="1"/></hh:paraPr>' +
  '<hh:paraPr id="3"><hh:heading type="NUMBER" idRef="2" level="0"/></hh:paraPr><hh:paraPr id="4"><hh:heading type="BULLET" idRef="1" level="0"/></hh:paraPr>' +
  '<hh:paraPr id="5"><hp:switch><hp:case><hh:heading type="OUTLINE" idRef="0" level="8"/></hp:case><hp:default><hh:heading type="NONE" idRef="0" level="0"/></hp:default></hp:switch></hh:paraPr></hh:paraProperties>' +
  '<hh:styles><hh:style id="0" name="바탕글" engName="Normal"/><hh:style id="1" name="개요 3" engName="Outline 3"/><hh:style id="2" name="제목" engName="Title"/></hh:styles>';

function para(text: string, shape: number, style = 0, before = ''): string {
  return p(before + t(text)).replace('paraPrIDRef="0" styleIDRef="0"', `paraPrIDRef="${shape}" styleIDRef="${style}"`);
}

it('numbers, bullets and outline levels of an hwpx file are those that a person sees', async () => {
  const section = [
    para('총칙', 1, 0, SECTION),
    para('목적', 2),
    para('정의', 2),
    para('보칙', 1),
    para('위임', 2),
    para('첫째', 3),
    para('', 3),
    para('셋째', 3),
    para('점', 4),
    para('깊은', 5),
    para('모양만', 0, 1),
    para('큰 제목', 0, 2),
    para('글', 0),
  ].join('');
  const content = await hwpxReader.read(makeHwpx({ sections: [section], head: HEAD }), { budget: new Budget(), paginate: false });
  expect(content.blocks.map(({ type, level, text }) => [type, level, text])).toEqual([
    ['heading', 1, '제1장 총칙'],
    ['heading', 2, '가. 목적'],
    ['heading', 2, '나. 정의'],
    ['heading', 1, '제2장 보칙'],
    ['heading', 2, '가. 위임'],
    ['list_item', null, '③ 첫째'],
    ['list_item', null, '⑤ 셋째'],
    ['list_item', null, '● 점'],
    ['heading', 9, '깊은'],
    ['heading', 3, '모양만'],
    ['title', null, '큰 제목'],
    ['paragraph', null, '글'],
  ]);
});
