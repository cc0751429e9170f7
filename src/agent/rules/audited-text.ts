import type { Locale } from '#shared/locale.ts'
import { auditedChangeMessages } from '../messages/audited-change-messages.ts'
import { auditedMessages } from '../messages/audited-messages.ts'

const calls = auditedMessages.texts.en
const changes = auditedChangeMessages.texts.en

const isCall = (key: string): key is keyof typeof calls => Object.hasOwn(calls, key)
const isChange = (key: string): key is keyof typeof changes => Object.hasOwn(changes, key)

/** The description of an action, which replies have in English, in another language; unknown words stay as they are. */
export const auditedText = (description: string, locale: Locale): string => {
  const [what = '', change] = description.split(': ')
  const call = Object.keys(calls)
    .filter(isCall)
    .find((key) => calls[key] === what)
  const action = Object.keys(changes)
    .filter(isChange)
    .find((key) => changes[key] === change)
  return [
    call ? auditedMessages.in(locale)(call) : what,
    ...(change === undefined ? [] : [action ? auditedChangeMessages.in(locale)(action) : change]),
  ].join(': ')
}
