import { describe, expect, it } from 'vitest';
import { figureAsked, figuresIn } from './figures.ts';

describe('the figure that a question asks for', () => {
  it.each([
    ['신청 기한은 언제까지인가요?', 't'],
    ['며칠 안에 내야 하나', 't'],
    ['과태료는 얼마인가', 'n'],
    ['위원은 몇 명으로 구성되나', 'n'],
    ['몇명인가', 'n'],
    ['누가 위원장을 맡나', null],
    ['어떻게 신청하나요', null],
  ])('%s', (question, figure) => {
    expect(figureAsked(question)).toBe(figure);
  });
});

describe('the figures in a text', () => {
  it.each([
    ['2026. 1. 15.까지 제출', 't'],
    ['접수일부터 30일 이내', 'nt'],
    ['과태료 1,815,500원', 'n'],
    ['예산 3조 2천억 원', 'n'],
    ['위원장을 포함한 위원 15명', 'n'],
    ['달성률 98.5%', 'n'],
    ['제3조제2항제1호에 따라', ''],
    ['지체 없이 알려야 한다', ''],
    ['총무과-17467', ''],
  ])('%s', (text, figures) => {
    expect(figuresIn(text)).toBe(figures);
  });
});
