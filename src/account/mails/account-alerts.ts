import { brand } from '#shared/brand.ts'
import type { AccountAlert } from '#shared/domain-events.ts'
import type { MailDocument } from '#platform/mail-document.ts'
import type { Locale } from '#shared/locale.ts'
import { accountMailsMessages } from '../messages/account-mails-messages.ts'

interface AlertText {
  readonly subject: string
  readonly text: string
}

const named = { brand: brand.name }

const keysOf = {
  'password-changed': { subject: 'alertPasswordSubject', text: 'alertPassword' },
  'passkey-added': { subject: 'alertPasskeyAddedSubject', text: 'alertPasskeyAdded' },
  'passkey-removed': { subject: 'alertPasskeyRemovedSubject', text: 'alertPasskeyRemoved' },
  'data-exported': { subject: 'alertDataExportedSubject', text: 'alertDataExported' },
} as const

const alertText = (alert: AccountAlert, locale: Locale): AlertText => {
  const t = accountMailsMessages.in(locale)
  switch (alert) {
    case 'google-connected':
    case 'facebook-connected': {
      const provider = alert === 'google-connected' ? 'Google' : 'Facebook'
      return {
        subject: t('alertConnectedSubject', { provider, ...named }),
        text: t('alertConnected', { provider }),
      }
    }
    case 'google-disconnected':
    case 'facebook-disconnected': {
      const provider = alert === 'google-disconnected' ? 'Google' : 'Facebook'
      return {
        subject: t('alertDisconnectedSubject', { provider, ...named }),
        text: t('alertDisconnected', { provider }),
      }
    }
    case 'password-changed':
    case 'passkey-added':
    case 'passkey-removed':
    case 'data-exported': {
      const { subject, text } = keysOf[alert]
      return { subject: t(subject, named), text: t(text) }
    }
  }
}

interface SignInMethods {
  readonly providers: readonly string[]
  readonly passkeys: readonly { readonly name: string }[]
}

/** The remaining sign-in methods as text; null for none. */
const signInMethodsText = ({ providers, passkeys }: SignInMethods, locale: Locale): string | null => {
  const t = accountMailsMessages.in(locale)
  const names = [
    ...providers.map((provider) => (provider === 'google' ? 'Google' : 'Facebook')),
    ...passkeys.map(({ name }) => t('passkeyNamed', { name })),
  ]
  return names.length === 0 ? null : t('methods', { methods: names.join(', ') })
}

/**
 * To the member after something that only they should do. `url` shows the sessions and sign-in methods. `ways` are
 * listed after a new password, so that the member can end unknown ones.
 */
export const accountAlert = (
  alert: AccountAlert,
  url: string,
  signInMethods: SignInMethods,
  locale: Locale,
): MailDocument => {
  const t = accountMailsMessages.in(locale)
  const { subject, text } = alertText(alert, locale)
  const others = alert === 'password-changed' ? signInMethodsText(signInMethods, locale) : null
  return {
    locale,
    subject,
    preview: text,
    heading: alert === 'data-exported' ? t('alertHeadingData') : t('alertHeadingMethods'),
    blocks: [
      { kind: 'paragraph', text: text },
      ...(others === null ? [] : [{ kind: 'paragraph', text: others } as const]),
      { kind: 'button', label: t('review'), href: url },
      { kind: 'paragraph', text: t('notYou', { email: brand.supportEmail }) },
    ],
  }
}

/** To the address of a deleted account; no data of it is left. */
export const accountDeleted = (locale: Locale): MailDocument => {
  const t = accountMailsMessages.in(locale)
  return {
    locale,
    subject: t('deletedSubject', named),
    preview: t('deletedPreview'),
    heading: t('deletedHeading'),
    blocks: [
      { kind: 'paragraph', text: t('deletedText') },
      { kind: 'paragraph', text: t('notYou', { email: brand.supportEmail }) },
    ],
  }
}

interface ImpersonationStart {
  readonly agentName: string
  readonly reason: string
  readonly minutes: number
}

/** To the member when a support agent starts an impersonation session. `url` lists what they do. */
export const impersonationStarted = (
  { agentName: agent, reason, minutes: count }: ImpersonationStart,
  url: string,
  locale: Locale,
): MailDocument => {
  const t = accountMailsMessages.in(locale)
  return {
    locale,
    subject: t('helpSubject', named),
    preview: t('helpPreview', { agent, count }),
    heading: t('helpHeading'),
    blocks: [
      { kind: 'paragraph', text: t('helpText', { agent, count, reason }) },
      { kind: 'paragraph', text: t('helpRecorded') },
      { kind: 'button', label: t('helpButton'), href: url },
      { kind: 'paragraph', text: t('helpUnexpected', { email: brand.supportEmail }) },
    ],
  }
}
