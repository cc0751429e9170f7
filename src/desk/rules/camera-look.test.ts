import { expect, test } from 'vitest'
import { lookedAt } from './camera-look.ts'

/** The codes that are counted in a sequence of looks. */
const countedOf = (isReady: boolean, ...looks: readonly (readonly string[])[]): readonly string[] => {
  const counted: string[] = []
  let ready = isReady
  for (const seen of looks) {
    const look = lookedAt(ready, seen)
    ready = look.isReady
    if (look.code !== null) counted.push(look.code)
  }
  return counted
}

test('a code that stays in the picture is counted once, and again after it has left', () => {
  expect(countedOf(true, ['syn-rf'], ['syn-rf'], ['syn-rf'])).toEqual(['syn-rf'])
  expect(countedOf(true, ['syn-rf'], [], ['syn-rf'])).toEqual(['syn-rf', 'syn-rf'])
})

test('a camera restarted after a count waits until the counted code has left the picture', () => {
  expect(countedOf(false, ['syn-rf'], ['syn-rf'])).toEqual([])
  expect(countedOf(false, ['syn-rf'], [], ['vs-rf'])).toEqual(['vs-rf'])
  expect(lookedAt(false, ['syn-rf']).hint).toBe('take-away')
})

test('when several different codes are in the picture none is counted, and one code seen twice is counted once', () => {
  expect(lookedAt(true, ['syn-rf', 'vs-rf'])).toEqual({ isReady: true, code: null, hint: 'show-one' })
  expect(lookedAt(true, ['syn-rf', ' syn-rf '])).toMatchObject({ code: 'syn-rf' })
  expect(lookedAt(true, ['', ' '])).toEqual({ isReady: true, code: null, hint: null })
})
