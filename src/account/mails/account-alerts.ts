import { brand } from '#shared/brand.ts'
import type { AccountAlert } from '#shared/domain-events.ts'
import type { MailDocument } from '#platform/mail-document.ts'

interface AlertText {
  readonly subject: string
  readonly text: string
}

const connected = (provider: string): AlertText => ({
  subject: `${provider} was connected to your ${brand.name} account`,
  text: `${provider} can sign in to your account from now on.`,
})

const disconnected = (provider: string): AlertText => ({
  subject: `${provider} was disconnected from your ${brand.name} account`,
  text: `${provider} was disconnected from your account. It cannot sign in any more.`,
})

const alerts: Readonly<Record<AccountAlert, AlertText>> = {
  'password-changed': {
    subject: `Your ${brand.name} password was changed`,
    text: 'Your password was changed. Everybody who was signed in elsewhere is signed out, and links we mailed before do not open any more.',
  },
  'passkey-added': {
    subject: `A passkey was added to your ${brand.name} account`,
    text: 'A new passkey can sign in to your account.',
  },
  'passkey-removed': {
    subject: `A passkey was removed from your ${brand.name} account`,
    text: 'A passkey was removed from your account. It cannot sign in any more.',
  },
  'google-connected': connected('Google'),
  'google-disconnected': disconnected('Google'),
  'facebook-connected': connected('Facebook'),
  'facebook-disconnected': disconnected('Facebook'),
  'data-exported': {
    subject: `Your ${brand.name} data was downloaded`,
    text: 'Everything we keep about you was downloaded as a file from your account.',
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
  return `Besides your password, these sign in to your account: ${names.join(', ')}. End those that you do not know in your settings.`
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
    heading: alert === 'data-exported' ? 'Your data was downloaded.' : 'How you sign in was changed.',
    blocks: [
      { kind: 'paragraph', text: text },
      ...(others === null ? [] : [{ kind: 'paragraph', text: others } as const]),
      { kind: 'button', label: 'Review my account', href: url },
      { kind: 'paragraph', text: `If it was not you, write to ${brand.supportEmail} at once.` },
    ],
  }
}

/** To the address of a deleted account; no data of it is left. */
export const accountDeleted = (): MailDocument => ({
  subject: `Your ${brand.name} account was deleted`,
  preview: 'Your name, addresses, cards and email are erased.',
  heading: 'Your account was deleted.',
  blocks: [
    {
      kind: 'paragraph',
      text: 'Your name, addresses, cards and email are erased, and nobody is signed in any more. Orders stay as long as tax law asks for them.',
    },
    { kind: 'paragraph', text: `If it was not you, write to ${brand.supportEmail} at once.` },
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
  preview: `${agentName} looks at your account for at most ${minutes} minutes.`,
  heading: 'Support opened your account.',
  blocks: [
    {
      kind: 'paragraph',
      text: `${agentName} of our support looks at your account, for at most ${minutes} minutes. The reason given: ${reason}`,
    },
    {
      kind: 'paragraph',
      text: 'Every change made for you is recorded, and you can see it in your account.',
    },
    { kind: 'button', label: 'See what was done', href: url },
    { kind: 'paragraph', text: `If you did not expect this, write to ${brand.supportEmail}.` },
  ],
})
