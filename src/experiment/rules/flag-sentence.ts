import type { Audience } from './audience.ts'
import { isEveryone } from './audience.ts'
import type { FlagDocument } from './flags-file.ts'

const devices = { all: '', phone: 'on phones', desktop: 'on desktops' } as const
const subscribers = { all: 'everyone', only: 'subscribers', none: 'people without a subscription' } as const

/** Whom something is for: `subscribers in US, CA, on phones`. */
export const audienceSentence = (audience: Audience): string => {
  if (isEveryone(audience)) return 'everyone'
  const where = audience.countries.length === 0 ? '' : `in ${audience.countries.join(', ')}`
  return [subscribers[audience.subscribers], where, devices[audience.devices]]
    .filter((part) => part !== '')
    .join(' ')
}

/** What a flag does: `on for 10 % of subscribers`. */
export const flagSentence = ({ percent, audience }: Pick<FlagDocument, 'percent' | 'audience'>): string => {
  if (percent === 0) return 'off'
  const who = audienceSentence(audience)
  return percent === 100 ? `on for ${who}` : `on for ${percent} % of ${who}`
}
