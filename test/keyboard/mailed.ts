import { expect } from '@playwright/test'
import { z } from 'zod'
import type { Step } from './steps.ts'

const Outbox = z.object({ mails: z.array(z.object({ text: z.string() })) })

/** Opens the link of this form in the newest mail to somebody; the worker sends within moments. */
export const follow =
  (email: string, form: RegExp): Step =>
  async ({ page }) => {
    let path = ''
    await expect(async () => {
      const answer = await page.request.get(`/api/outbox?to=${encodeURIComponent(email)}`)
      const { mails } = Outbox.parse(await answer.json())
      path = mails.map(({ text }) => form.exec(text)?.[0]).find((link) => link !== undefined) ?? ''
      expect(path).not.toBe('')
    }).toPass()
    await page.goto(path)
  }
