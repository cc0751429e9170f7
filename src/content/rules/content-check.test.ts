import { expect, test } from 'vitest'
import { contentFaults } from './content-check.ts'
import { ContentPage } from './content-page.ts'

const pageWith = (...blocks: readonly unknown[]): ContentPage =>
  ContentPage.parse({
    slug: 'x',
    path: '/x',
    title: 'X',
    description: 'X',
    sections: [{ kind: 'text', blocks }],
  })

const messages = (page: ContentPage): string[] => contentFaults(page).map((fault) => fault.message)

test('a page without claims passes', () => {
  expect(contentFaults(pageWith({ kind: 'paragraph', text: 'Two capsules a day, with water.' }))).toEqual([])
})

test('an unmarked product claim is an error, reported with its place', () => {
  const [fault] = contentFaults(pageWith({ kind: 'paragraph', text: 'May support regularity.' }))
  expect(fault?.path).toEqual(['sections', 0, 'blocks', 0, 'text'])
  expect(fault?.message).toContain('"claim": true')
})

test('a marked claim without the link fails the check (ruling 8)', () => {
  const page = pageWith(
    { kind: 'paragraph', text: 'May support regularity.', claim: true },
    { kind: 'disclaimer' },
  )
  expect(messages(page)).toEqual(['a claim must link to #disclaimer'])
})

test('a claim needs the disclaimer on the same page', () => {
  const page = pageWith({ kind: 'paragraph', text: 'May support regularity.[*](#disclaimer)', claim: true })
  expect(messages(page)).toEqual(['a page with a claim needs a disclaimer block'])
})

test('a linked claim on a page with the disclaimer passes', () => {
  const page = pageWith(
    { kind: 'paragraph', text: 'May support regularity.[*](#disclaimer)', claim: true },
    { kind: 'disclaimer' },
  )
  expect(contentFaults(page)).toEqual([])
})

test('each accordion item needs the link for its own claim', () => {
  const page = pageWith(
    {
      kind: 'accordion',
      items: [
        { title: 'A', text: 'Supports digestion.' },
        { title: 'B', text: 'Lid on.' },
      ],
    },
    { kind: 'disclaimer' },
  )
  expect(contentFaults(page)[0]?.path).toEqual(['sections', 0, 'blocks', 0, 'items', 0, 'text'])
})

test.each(['It cures everything.', 'A detox for spring.', 'Boosts energy.', 'Clinically proven.'])(
  '%s is never published',
  (text) => {
    expect(messages(pageWith({ kind: 'paragraph', text }))).toContain('this promises what cannot be shown')
  },
)
