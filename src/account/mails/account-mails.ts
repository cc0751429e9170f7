import type { MailDocument } from '#platform/mail-document.ts'
import { brand } from '#shared/brand.ts'

interface SetPassword {
  readonly reason: 'new-account' | 'recover'
  /** The page that the link opens. */
  readonly url: string
  readonly validHours: number
}

const introTexts = {
  'new-account': `Thank you for your order. We created an account for you. Set a password to see your orders and manage your subscription.`,
  recover: `You asked for a new password for your ${brand.name} account.`,
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
      text: `The link works once, for ${duration(validHours)}. If you didn’t request this, you can ignore this email. Nothing changes until a password is set.`,
    },
  ],
})

const ignoreText = 'If you didn’t request this, you can ignore this email.'

/** The mail that confirms the e-mail of a new account. */
export const verifyEmail = (url: string): MailDocument => ({
  subject: `Confirm your email for ${brand.name}`,
  preview: 'The link works once, for 24 hours.',
  heading: 'Confirm your email.',
  blocks: [
    {
      kind: 'paragraph',
      text: `You asked for a ${brand.name} account with this email. Confirm it with the password you entered, or choose a new one.`,
    },
    { kind: 'button', label: 'Confirm my email', href: url },
    { kind: 'paragraph', text: `The link works once, for 24 hours. ${ignoreText}` },
  ],
})

/** To somebody who registers again: the page does not reveal the account, the mail may. */
export const alreadyMember = (loginUrl: string, passwordUrl: string): MailDocument => ({
  subject: `You already have a ${brand.name} account`,
  preview: 'Sign in, or choose a password.',
  heading: 'You already have an account.',
  blocks: [
    {
      kind: 'paragraph',
      text: `You asked for a ${brand.name} account with this email. You already have one, so nothing was changed.`,
    },
    { kind: 'button', label: 'Sign in', href: loginUrl },
    {
      kind: 'link',
      before: 'No password yet, or forgot it? ',
      label: 'Choose one',
      href: passwordUrl,
      after: '.',
    },
  ],
})

/** The mail with the link that signs in. */
export const magicLink = (url: string): MailDocument => ({
  subject: `Your sign-in link for ${brand.name}`,
  preview: 'The link works once, for 15 minutes.',
  heading: 'Sign in.',
  blocks: [
    { kind: 'paragraph', text: `You asked for a link to sign in to ${brand.name}.` },
    { kind: 'button', label: 'Sign in', href: url },
    { kind: 'paragraph', text: `The link works once, for 15 minutes. ${ignoreText}` },
  ],
})

/** To the new address of an account that is to move there. */
export const changeEmail = (url: string): MailDocument => ({
  subject: `Confirm your new email for ${brand.name}`,
  preview: 'The link works once, for 1 hour.',
  heading: 'Confirm your new email.',
  blocks: [
    {
      kind: 'paragraph',
      text: `Confirm this email for your ${brand.name} account, either in the browser where you requested it or with your password.`,
    },
    { kind: 'button', label: 'Use this email', href: url },
    { kind: 'paragraph', text: `The link works once, for 1 hour. ${ignoreText}` },
  ],
})

/** To the current address of an account, when a change is requested. `url` stops it. */
export const emailChangeRequested = (newEmail: string, url: string): MailDocument => ({
  subject: `Your ${brand.name} email is about to change`,
  preview: `Someone signed in to your account asked to change its email to ${newEmail}.`,
  heading: 'Your email is about to change.',
  blocks: [
    {
      kind: 'paragraph',
      text: `Someone signed in to your ${brand.name} account asked to change its email to ${newEmail}. It changes when the new address is confirmed, within 1 hour.`,
    },
    { kind: 'paragraph', text: 'If this wasn’t you, stop the change and then choose a new password.' },
    { kind: 'button', label: 'Stop this change', href: url },
  ],
})

/** The code by which a member without a password proves that it is them. */
export const proofCode = (code: string): MailDocument => ({
  subject: `${code} is your ${brand.name} code`,
  preview: 'The code works once, for 10 minutes.',
  heading: 'Confirm it’s you.',
  blocks: [
    { kind: 'paragraph', text: `Enter this code on the page that asked for it: ${code}` },
    {
      kind: 'paragraph',
      text: `It works once, for 10 minutes, in the browser where you requested it. We’ll never ask you for it. If you didn’t request it, someone else is signed in to your account. Sign out everywhere in your settings.`,
    },
  ],
})

/** To the former address of an account. */
export const emailChanged = (): MailDocument => ({
  subject: `Your ${brand.name} email was changed`,
  preview: 'Your account has a new email.',
  heading: 'Your email was changed.',
  blocks: [
    {
      kind: 'paragraph',
      text: `Your ${brand.name} account has a new email address. We’ll send all emails there from now on.`,
    },
    { kind: 'paragraph', text: `If this wasn’t you, email ${brand.supportEmail} right away.` },
  ],
})
