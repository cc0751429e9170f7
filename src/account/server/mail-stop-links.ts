import { createTokenSigner } from '#platform/token-signer.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { MailTopic } from '../rules/mail-topics.ts'

/** Links in mails that stop mails of their topic with one click. They contain a signature and no secret of the shop. */
interface MailStopLinks {
  readonly urlOf: (accountId: string) => string
  /** The account of a token; null for an invalid one. */
  readonly read: (token: string) => string | null
}

/** The page of each topic with such links, and what its tokens are signed for. */
const stops = {
  'order-reminder': { path: '/order-reminders/stop', purpose: 'stop order reminders' },
  'review-request': { path: '/review-requests/stop', purpose: 'stop review requests' },
} as const satisfies Partial<Record<MailTopic, { readonly path: string; readonly purpose: string }>>

/** The topics that a link stops. */
export type StoppedTopic = keyof typeof stops

export const createMailStopLinks = (
  { secret, publicUrl }: Pick<AppDeps, 'secret' | 'publicUrl'>,
  topic: StoppedTopic,
): MailStopLinks => {
  const { path, purpose } = stops[topic]
  const signer = createTokenSigner(secret, purpose)
  return {
    urlOf: (accountId) => `${publicUrl}${path}?token=${signer.sign(accountId)}`,
    read: (token) => signer.verify(token),
  }
}
