import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { collectStartGarbage } from './start-garbage.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('memory is released once, after the thread has been idle for ten seconds', () => {
  const shares = [0.9, 0.1, 0.01, 0, 0]
  const collect = vi.fn<() => void>()
  collectStartGarbage(() => shares.shift() ?? 0, collect)
  vi.advanceTimersByTime(29_999)
  expect(collect).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(collect).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(60_000)
  expect(collect).toHaveBeenCalledOnce()
})
