import { expect, test } from 'vitest'
import { shopTexts } from './shop-texts.ts'

const texts = shopTexts()

const found = (pattern: RegExp, allowed = /$^/g): string[] =>
  texts
    .filter(({ text }) => pattern.test(text.replaceAll(allowed, '')))
    .map(({ path, text }) => `${path}: ${text}`)

/** Messages that the specification words itself (§2, §5, §8). */
const specified =
  /Hi kindly sign in|Kindly (?:try again|contact|enter (?:a valid|your)|answer the question about health certification)[^.]*/g

test('the shop’s texts have no mottos, riddles or outdated words', () => {
  const odd =
    /\b(?:kindly|whoever|whom|of late|anew|shall|ought|let(?:s)? pass|pays of|asked after|taken back|the more so|by ourselves|need not|need do|no more than four codes|goes on as|as it stands|as things stand|how (?:it|things|your gift) stands?|stands? (?:in|beside|behind|still|there)|comes? after all|over \$|told of|for oneself|in the box says|at the door|one press|press once|of your choosing)\b/i
  expect(found(odd, specified)).toEqual([])
})

test('the shop’s texts use nobody and somebody as Americans do', () => {
  expect(found(/\b(?:somebody|everybody)\b|\bsome of us\b|of us looks/i)).toEqual([])
})

test('the shop’s texts say email for what is sent, and use common words for orders and changes', () => {
  const translated =
    /\b(?:this|an?|another|each|every) mails?\b(?! (?:slots?|servers?)\b)|\bwe mail \{|\bthe order of (?:…|\{|[A-Z])|\bwaits:|\banother interval\b|\bfrom the next order on\b|\bchoose (?:the stars|what we do)\b/
  const forStaff = /^src\/(?:desk|staff|newsletter\/rules)\//
  expect(found(translated).filter((line) => !forStaff.test(line))).toEqual([])
})

test('the shop’s texts use American words for mail, trash and money', () => {
  const british =
    /\b(?:letterbox|postbox|post(?:man|al van)|by post|we post|we mail you|parcels?|cupboard|dustbin|the bin|fortnight|whilst|porridge|telephone|working days?|abroad|courier|lorry|bank holiday|cheque)\b/i
  expect(found(british)).toEqual([])
})

test('dates, times, percentages and units are written as in the US', () => {
  const months = 'January|February|March|April|May|June|July|August|September|October|November|December'
  expect(found(new RegExp(String.raw`\b\d{1,2} (?:${months})\b`))).toEqual([])
  expect(found(/\d[\s\u00A0]%/)).toEqual([])
  expect(found(/\d[\s\u00A0]?°C|\b\d+ ?(?:mm|cm|kg|kilograms?|grams?)\b/)).toEqual([])
})

test('only the demo setting says that the shop is a demonstration, never a page', () => {
  const samples = texts.filter(({ path }) => !/^content\/(?:tax-rates|flags)\.json$/.test(path))
  const remarks = samples.filter(({ text }) => /invented brand|demonstration|sample text/i.test(text))
  expect([...new Set(remarks.map(({ path }) => path))].toSorted()).toEqual([
    'src/content/messages/sections-en.ts',
    'src/web/messages/shell-en.ts',
  ])
})
