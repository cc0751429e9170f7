import { brand } from '#shared/brand.ts'
import type { MailDocument } from './mail-document.ts'

const nothingToDo =
  'If you did not ask for it, there is nothing to do: nothing changes until the link is used.'

/** The mail that confirms the e-mail of a new account. */
export const verifyEmail = (url: string): MailDocument => ({
  subject: `Confirm your email for ${brand.name}`,
  preview: 'The link works once, for 24 hours.',
  heading: 'Confirm your email.',
  blocks: [
    { kind: 'paragraph', text: `Somebody, we hope you, opened a ${brand.name} account with this address.` },
    { kind: 'button', label: 'Confirm my email', href: url },
    { kind: 'paragraph', text: `The link works once, for 24 hours. ${nothingToDo}` },
  ],
})

/** To somebody who registers again: the page said nothing about the account, the mail may. */
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
    { kind: 'paragraph', text: `The link works once, for 15 minutes. ${nothingToDo}` },
  ],
})

/** To the new address of an account that is to move there. */
export const changeEmail = (url: string): MailDocument => ({
  subject: `Confirm your new email for ${brand.name}`,
  preview: 'The link works once, for 1 hour.',
  heading: 'Confirm your new email.',
  blocks: [
    { kind: 'paragraph', text: `Your ${brand.name} account moves to this address when you confirm it.` },
    { kind: 'button', label: 'Use this email', href: url },
    { kind: 'paragraph', text: `The link works once, for 1 hour. ${nothingToDo}` },
  ],
})

/** To the address that an account has left. */
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
