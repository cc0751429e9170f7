import { z } from 'zod'
import { createHumanCheck } from '#platform/human-check.ts'
import type { TurnstileSettings } from '#platform/human-check.ts'
import { createContactHandlers } from '#contact/server/messages.ts'
import { mailContact } from '#contact/endpoints.ts'
import type { PayloadInput } from '#shared/endpoint.ts'
import { visitorContext } from '../support/request-context.ts'
import { openTestDeps } from '../support/test-deps.ts'

/** The contact module on a real database, with a clock that the test moves and a record of all events. */
export const openContactApp = async (turnstile: TurnstileSettings | null = null) => {
  const opened = await openTestDeps()
  const { deps, travelTo } = opened
  const handlers = createContactHandlers(deps, createHumanCheck(deps, turnstile))
  const context = visitorContext()
  const travel = (duration: Temporal.DurationLike): void =>
    travelTo(deps.clock.now().add(duration).toString())
  return {
    ...opened,
    handlers,
    context,
    travel,
    /** The token of a form that was handed out now; empty where Cloudflare's widget brings it. */
    formToken: async (): Promise<string> => {
      const challenge = await handlers.viewChallenge(context, {})
      return challenge.kind === 'timed' ? challenge.token : ''
    },
    /** Sends a contact form with this check. */
    write: (captcha: string, but: Partial<PayloadInput<typeof mailContact>> = {}) =>
      handlers.mailContact(
        context,
        z.parse(mailContact.payload, {
          full_name: 'Mara Ito',
          email: 'Mara@Example.com',
          message: 'Is it vegan?',
          captcha,
          ...but,
        }),
      ),
    messages: async () =>
      (await deps.database.selectFrom('contact_message').selectAll().orderBy('created_at').execute()).map(
        ({ topic, email, fields, network }) => ({ topic, email, fields, network }),
      ),
  }
}

export type TestContactApp = Awaited<ReturnType<typeof openContactApp>>
