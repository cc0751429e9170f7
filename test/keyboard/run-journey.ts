import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { demoPassword } from '../../db/seed/people.ts'
import { newEmail } from '../browser/buying.ts'
import { createKeyboardDriver } from './keyboard-driver.ts'
import type { Journey } from './journey.ts'

/** Runs the journey and expects no problems. */
export const runJourney = async (page: Page, { who, from, prepare, steps }: Journey): Promise<void> => {
  if (who !== undefined) {
    const data = { email: `${who}@loam.example`, password: demoPassword }
    expect((await page.request.post('/account/login/', { data })).ok()).toBe(true)
  }
  await prepare?.(page)
  const keyboard = createKeyboardDriver(page)
  await page.goto(from)
  for (const step of steps(newEmail())) await step(keyboard)
  expect(keyboard.faults()).toEqual([])
}
