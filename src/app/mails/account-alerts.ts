import { brand } from '#shared/brand.ts'
import type { WayInChange } from '#shared/announcements.ts'
import type { MailDocument } from './mail-document.ts'

const changed: Readonly<Record<WayInChange, { readonly subject: string; readonly sentence: string }>> = {
  'password-changed': {
    subject: `Your ${brand.name} password was changed`,
    sentence: 'Your password was changed. Whoever was signed in elsewhere is signed out.',
  },
  'passkey-added': {
    subject: `A passkey was added to your ${brand.name} account`,
    sentence: 'A new passkey can sign in to your account.',
  },
  'passkey-removed': {
    subject: `A passkey was removed from your ${brand.name} account`,
    sentence: 'A passkey was removed from your account. It cannot sign in any more.',
  },
}

/** To the member after a change of how they sign in. `url` shows who is signed in and what can. */
export const wayInChanged = (change: WayInChange, url: string): MailDocument => ({
  subject: changed[change].subject,
  preview: changed[change].sentence,
  heading: 'How you sign in was changed.',
  blocks: [
    { kind: 'paragraph', text: changed[change].sentence },
    { kind: 'button', label: 'Look at my account', href: url },
    { kind: 'paragraph', text: `If it was not you, write to ${brand.supportEmail} at once.` },
  ],
})

interface Visit {
  readonly agentName: string
  readonly reason: string
  readonly minutes: number
}

/** To the member when a person of support begins to look at their account. `url` lists what they do. */
export const visitStarted = ({ agentName, reason, minutes }: Visit, url: string): MailDocument => ({
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
      text: 'Whatever is changed for you is written down, and you see it in your account.',
    },
    { kind: 'button', label: 'See what was done', href: url },
    { kind: 'paragraph', text: `If you expected nobody, write to ${brand.supportEmail}.` },
  ],
})
