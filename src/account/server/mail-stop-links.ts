import { createTokenSigner } from '#platform/token-signer.ts'
import type { AppDeps } from '#platform/app-deps.ts'

/** Links in mails that stop order reminders with one click. They contain a signature and no secret of the shop. */
interface MailStopLinks {
  readonly urlOf: (accountId: string) => string
  /** The account of a token; null for an invalid one. */
  readonly read: (token: string) => string | null
}

export const createMailStopLinks = ({
  secret,
  publicUrl,
}: Pick<AppDeps, 'secret' | 'publicUrl'>): MailStopLinks => {
  const signer = createTokenSigner(secret, 'stop order reminders')
  return {
    urlOf: (accountId) => `${publicUrl}/order-reminders/stop?token=${signer.sign(accountId)}`,
    read: (token) => signer.verify(token),
  }
}
