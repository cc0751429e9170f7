import { expect, test } from 'vitest'
import { decideRepeated } from './stored-request.ts'

const at = (text: string) => Temporal.Instant.from(`2031-01-${text}Z`)
const answered = { isSameRequest: true, requestedAt: at('06T10:00:00'), runningUntil: null }
const running = { ...answered, runningUntil: at('06T10:02:00') }

test.each([
  ['its reply is stored for a day', answered, '07T09:59:59', 'replay'],
  ['and then forgotten', answered, '07T10:00:00', 'run'],
  [
    'another request under its name is refused',
    { ...answered, isSameRequest: false },
    '06T11:00:00',
    'reused',
  ],
  ['also while it runs', { ...running, isSameRequest: false }, '06T10:00:01', 'reused'],
  ['and allowed after a day', { ...answered, isSameRequest: false }, '07T10:00:00', 'run'],
  ['the same request waits for it', running, '06T10:01:59', 'in-use'],
  ['and runs when its process has ended', running, '06T10:02:00', 'run'],
] as const)('%s', (_what, earlier, now, decision) => {
  expect(decideRepeated(earlier, at(now))).toBe(decision)
})
