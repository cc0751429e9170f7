import type { MailDocument } from '#platform/mail-document.ts'
import { brand } from '#shared/brand.ts'

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

const ignoreText =
  'If you did not ask for it, there is nothing to do: nothing changes until the link is used.'

/** The mail that confirms the e-mail of a new account. */
export const verifyEmail = (url: string): MailDocument => ({
  subject: `Confirm your email for ${brand.name}`,
  preview: 'The link works once, for 24 hours.',
  heading: 'Confirm your email.',
  blocks: [
    {
      kind: 'paragraph',
      text: `Somebody, we hope you, asked for a ${brand.name} account with this address. To confirm it, you need the password that was typed there, or choose a new one.`,
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
      text: `Somebody, we hope you, wanted to open a ${brand.name} account with this address. It has one, so nothing was changed.`,
    },
    { kind: 'button', label: 'Sign in', href: loginUrl },
    {
      kind: 'link',
      before: 'No password yet, or forgotten? ',
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
    { kind: 'paragraph', text: `Somebody, we hope you, asked for a link to sign in to ${brand.name}.` },
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
      text: `Your ${brand.name} account moves to this address when you confirm it: in the browser where you asked for it, or with your password.`,
    },
    { kind: 'button', label: 'Use this email', href: url },
    { kind: 'paragraph', text: `The link works once, for 1 hour. ${ignoreText}` },
  ],
})

/** To the current address of an account, when a change is requested. `url` stops it. */
export const emailChangeRequested = (newEmail: string, url: string): MailDocument => ({
  subject: `Your ${brand.name} email is about to change`,
  preview: `Somebody, we hope you, asked to move your account to ${newEmail}.`,
  heading: 'Your email is about to change.',
  blocks: [
    {
      kind: 'paragraph',
      text: `Somebody who is signed in to your ${brand.name} account, we hope you, asked to move it to ${newEmail}. It moves when that mailbox confirms it, within 1 hour.`,
    },
    { kind: 'paragraph', text: 'If it was not you, stop it, and then choose a new password.' },
    { kind: 'button', label: 'Stop this change', href: url },
  ],
})

/** The code by which a member without a password proves that it is them. */
export const proofCode = (code: string): MailDocument => ({
  subject: `${code} is your ${brand.name} code`,
  preview: 'The code works once, for 10 minutes.',
  heading: 'Confirm that it is you.',
  blocks: [
    { kind: 'paragraph', text: `Type this code on the page that asked for it: ${code}` },
    {
      kind: 'paragraph',
      text: `It works once, for 10 minutes, in the browser that asked. Nobody of ${brand.name} ever asks you for it. If you did not ask, somebody is signed in to your account: sign out everywhere in your settings.`,
    },
  ],
})

/** To the former address of an account. */
export const emailChanged = (): MailDocument => ({
  subject: `Your ${brand.name} email was changed`,
  preview: 'Your account has another email now.',
  heading: 'Your email was changed.',
  blocks: [
    {
      kind: 'paragraph',
      text: `Your ${brand.name} account has another email address from now on; orders and news go there.`,
    },
    { kind: 'paragraph', text: `If it was not you, write to ${brand.supportEmail} at once.` },
  ],
})
