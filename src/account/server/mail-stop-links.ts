import { createTokenSigner } from '#platform/token-signer.ts'
import type { AppDeps } from '#platform/app-deps.ts'

/** Addresses in mails that stop reminders of orders with one press. They hold a signature and no secret of ours. */
interface MailStopLinks {
  readonly urlOf: (accountId: string) => string
  /** The account that a token names; null for one that is not ours. */
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
