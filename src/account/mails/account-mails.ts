import type { MailDocument } from '#platform/mail-document.ts'
import { linkBlock, linkTo } from '#platform/mail-sentence.ts'
import { brand } from '#shared/brand.ts'
import type { Locale } from '#shared/locale.ts'
import { accountMailsMessages } from '../messages/account-mails-messages.ts'

interface SetPassword {
  readonly reason: 'new-account' | 'gift' | 'recover'
  /** The page that the link opens. */
  readonly url: string
  readonly validHours: number
}

const named = { brand: brand.name }

const durationOf = (hours: number) =>
  hours % 24 === 0 ? { unit: 'days', count: hours / 24 } : { unit: 'hours', count: hours }

/** The mail with the link that sets a password. */
export const setPassword = ({ reason: why, url, validHours }: SetPassword, locale: Locale): MailDocument => {
  const t = accountMailsMessages.in(locale)
  const validFor = t('linkFor', durationOf(validHours))
  return {
    locale,
    subject: t('setPasswordSubject', { why, ...named }),
    preview: validFor,
    heading: t('setPasswordHeading', { why }),
    blocks: [
      { kind: 'paragraph', text: t('setPasswordText', { why, ...named }) },
      { kind: 'button', label: t('setPassword'), href: url },
      { kind: 'paragraph', text: `${validFor} ${t('ignorePassword')}` },
    ],
  }
}

/** The mail that confirms the e-mail of a new account. */
export const verifyEmail = (url: string, locale: Locale): MailDocument => {
  const t = accountMailsMessages.in(locale)
  return {
    locale,
    subject: t('verifySubject', named),
    preview: t('linkDay'),
    heading: t('verifyHeading'),
    blocks: [
      { kind: 'paragraph', text: t('verifyText', named) },
      { kind: 'button', label: t('confirmMyEmail'), href: url },
      { kind: 'paragraph', text: `${t('linkDay')} ${t('ignore')}` },
    ],
  }
}

/** To somebody who registers again: the page does not reveal the account, the mail may. */
export const alreadyMember = (loginUrl: string, passwordUrl: string, locale: Locale): MailDocument => {
  const t = accountMailsMessages.in(locale)
  return {
    locale,
    subject: t('alreadySubject', named),
    preview: t('alreadyPreview'),
    heading: t('alreadyHeading'),
    blocks: [
      { kind: 'paragraph', text: t('alreadyText', named) },
      { kind: 'button', label: t('signIn'), href: loginUrl },
      linkBlock(t.rich('choosePasswordLink', { link: linkTo(passwordUrl) })),
    ],
  }
}

/** To a member with whose e-mail a visitor has ordered: the order waits for them to say that it is theirs. */
export const guestOrder = (ordersUrl: string, passwordUrl: string, locale: Locale): MailDocument => {
  const t = accountMailsMessages.in(locale)
  return {
    locale,
    subject: t('guestSubject', named),
    preview: t('guestPreview'),
    heading: t('guestHeading'),
    blocks: [
      { kind: 'paragraph', text: t('guestText') },
      { kind: 'button', label: t('guestOrders'), href: ordersUrl },
      linkBlock(t.rich('choosePasswordLink', { link: linkTo(passwordUrl) })),
    ],
  }
}

/** The mail with the link that signs in. */
export const magicLink = (url: string, locale: Locale): MailDocument => {
  const t = accountMailsMessages.in(locale)
  return {
    locale,
    subject: t('signInSubject', named),
    preview: t('linkQuarter'),
    heading: t('signInHeading'),
    blocks: [
      { kind: 'paragraph', text: t('signInText', named) },
      { kind: 'button', label: t('signIn'), href: url },
      { kind: 'paragraph', text: `${t('linkQuarter')} ${t('ignore')}` },
    ],
  }
}

/** To the new address of an account that is to move there. */
export const changeEmail = (url: string, locale: Locale): MailDocument => {
  const t = accountMailsMessages.in(locale)
  return {
    locale,
    subject: t('changeEmailSubject', named),
    preview: t('linkHour'),
    heading: t('changeEmailHeading'),
    blocks: [
      { kind: 'paragraph', text: t('changeEmailText', named) },
      { kind: 'button', label: t('useEmail'), href: url },
      { kind: 'paragraph', text: `${t('linkHour')} ${t('ignore')}` },
    ],
  }
}

/** To the current address of an account, when a change is requested. `url` stops it. */
export const emailChangeRequested = (email: string, url: string, locale: Locale): MailDocument => {
  const t = accountMailsMessages.in(locale)
  return {
    locale,
    subject: t('emailChangingSubject', named),
    preview: t('emailChangingPreview', { email }),
    heading: t('emailChangingHeading'),
    blocks: [
      { kind: 'paragraph', text: t('emailChangingText', { email, ...named }) },
      { kind: 'paragraph', text: t('emailChangingStop') },
      { kind: 'button', label: t('stopChange'), href: url },
    ],
  }
}

/** The code by which a member without a password proves that it is them. */
export const proofCode = (code: string, locale: Locale): MailDocument => {
  const t = accountMailsMessages.in(locale)
  return {
    locale,
    subject: t('codeSubject', { code, ...named }),
    preview: t('codePreview'),
    heading: t('codeHeading'),
    blocks: [
      { kind: 'paragraph', text: t('codeText', { code }) },
      { kind: 'paragraph', text: t('codeRules') },
    ],
  }
}

/** To the former address of an account. */
export const emailChanged = (locale: Locale): MailDocument => {
  const t = accountMailsMessages.in(locale)
  return {
    locale,
    subject: t('emailChangedSubject', named),
    preview: t('emailChangedPreview'),
    heading: t('emailChangedHeading'),
    blocks: [
      { kind: 'paragraph', text: t('emailChangedText', named) },
      { kind: 'paragraph', text: t('notYou', { email: brand.supportEmail }) },
    ],
  }
}
