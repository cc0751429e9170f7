import { brand } from '#shared/brand.ts'
import type { MailDocument } from '#platform/mail-document.ts'

interface SetPassword {
  readonly reason: 'new-account' | 'recover'
  /** The page that the link opens. */
  readonly url: string
  readonly validHours: number
}

const introTexts = {
  'new-account': `You bought something at ${brand.name}, so there is an account waiting for you. Set a password and you can see your orders and change your subscription there.`,
  recover: `Somebody, we hope you, asked for a new password for your ${brand.name} account.`,
} as const satisfies Record<SetPassword['reason'], string>

const duration = (hours: number): string => {
  if (hours % 24 === 0) return hours === 24 ? '1 day' : `${hours / 24} days`
  return hours === 1 ? '1 hour' : `${hours} hours`
}

/** The mail with the link that sets a password. */
export const setPassword = ({ reason, url, validHours }: SetPassword): MailDocument => ({
  subject: reason === 'recover' ? `A new password for ${brand.name}` : `Set your ${brand.name} password`,
  preview: `The link works once, for ${duration(validHours)}.`,
  heading: reason === 'recover' ? 'Choose a new password.' : 'Set your password.',
  blocks: [
    { kind: 'paragraph', text: introTexts[reason] },
    { kind: 'button', label: 'Set a password', href: url },
    {
      kind: 'paragraph',
      text: `The link works once, for ${duration(validHours)}. If you did not ask for it, there is nothing to do: nothing changes until a password is set.`,
    },
  ],
})
