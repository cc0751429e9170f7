import { expect, test } from 'vitest'
import { speculationRules } from './speculation-rules.ts'

test('only listed pages are prefetched, and no link with a query', () => {
  expect(JSON.parse(speculationRules(['/science', '/']))).toEqual({
    prefetch: [
      {
        where: { and: [{ href_matches: ['/', '/science'] }, { not: { href_matches: '/*\\?(.+)' } }] },
        eagerness: 'moderate',
      },
    ],
  })
})
