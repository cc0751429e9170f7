import { brand } from '#shared/brand.ts'
import type { AccountAlert } from '#shared/domain-events.ts'
import type { MailDocument } from '#platform/mail-document.ts'

interface AlertText {
  readonly subject: string
  readonly text: string
}

const connected = (provider: string): AlertText => ({
  subject: `${provider} was connected to your ${brand.name} account`,
  text: `${provider} can now sign in to your account.`,
})

const disconnected = (provider: string): AlertText => ({
  subject: `${provider} was disconnected from your ${brand.name} account`,
  text: `${provider} was disconnected from your account and can no longer sign in.`,
})

const alerts: Readonly<Record<AccountAlert, AlertText>> = {
  'password-changed': {
    subject: `Your ${brand.name} password was changed`,
    text: 'Your password was changed. We signed out all other devices and canceled the links we emailed you before.',
  },
  'passkey-added': {
    subject: `A passkey was added to your ${brand.name} account`,
    text: 'A new passkey can now sign in to your account.',
  },
  'passkey-removed': {
    subject: `A passkey was removed from your ${brand.name} account`,
    text: 'A passkey was removed from your account and can no longer sign in.',
  },
  'google-connected': connected('Google'),
  'google-disconnected': disconnected('Google'),
  'facebook-connected': connected('Facebook'),
  'facebook-disconnected': disconnected('Facebook'),
  'data-exported': {
    subject: `Your ${brand.name} data was downloaded`,
    text: 'The file with everything we store about you was downloaded from your account.',
  },
}

interface SignInMethods {
  readonly providers: readonly string[]
  readonly passkeys: readonly { readonly name: string }[]
}

/** The remaining sign-in methods as text; null for none. */
const signInMethodsText = ({ providers, passkeys }: SignInMethods): string | null => {
  const names = [
    ...providers.map((provider) => (provider === 'google' ? 'Google' : 'Facebook')),
    ...passkeys.map(({ name }) => `the passkey “${name}”`),
  ]
  if (names.length === 0) return null
  return `These can also sign in to your account: ${names.join(', ')}. If you don’t recognize one, remove it in your settings.`
}

/**
 * To the member after something that only they should do. `url` shows the sessions and sign-in methods. `ways` are
 * listed after a new password, so that the member can end unknown ones.
 */
export const accountAlert = (
  alert: AccountAlert,
  url: string,
  signInMethods: SignInMethods,
): MailDocument => {
  const { subject, text } = alerts[alert]
  const others = alert === 'password-changed' ? signInMethodsText(signInMethods) : null
  return {
    subject,
    preview: text,
    heading: alert === 'data-exported' ? 'Your data was downloaded.' : 'Your sign-in methods changed.',
    blocks: [
      { kind: 'paragraph', text: text },
      ...(others === null ? [] : [{ kind: 'paragraph', text: others } as const]),
      { kind: 'button', label: 'Review my account', href: url },
      { kind: 'paragraph', text: `If this wasn’t you, email ${brand.supportEmail} right away.` },
    ],
  }
}

/** To the address of a deleted account; no data of it is left. */
export const accountDeleted = (): MailDocument => ({
  subject: `Your ${brand.name} account was deleted`,
  preview: 'We erased your name, addresses, cards and email.',
  heading: 'Your account was deleted.',
  blocks: [
    {
      kind: 'paragraph',
      text: 'We erased your name, addresses, cards and email, and signed out all devices. We keep orders as long as tax law requires.',
    },
    { kind: 'paragraph', text: `If this wasn’t you, email ${brand.supportEmail} right away.` },
  ],
})

interface ImpersonationStart {
  readonly agentName: string
  readonly reason: string
  readonly minutes: number
}

/** To the member when a support agent starts an impersonation session. `url` lists what they do. */
export const impersonationStarted = (
  { agentName, reason, minutes }: ImpersonationStart,
  url: string,
): MailDocument => ({
  subject: `${brand.name} support opened your account`,
  preview: `${agentName} can view your account for up to ${minutes} minutes.`,
  heading: 'Our support team opened your account.',
  blocks: [
    {
      kind: 'paragraph',
      text: `${agentName} from our support team is viewing your account for up to ${minutes} minutes. Reason: ${reason}`,
    },
    {
      kind: 'paragraph',
      text: 'Every change made for you is recorded, and you can see it in your account.',
    },
    { kind: 'button', label: 'See what was done', href: url },
    { kind: 'paragraph', text: `If you didn’t expect this, email ${brand.supportEmail}.` },
  ],
})
