import type { CardEntry } from '../endpoints.ts'
import type { CardSource, CardTerms } from './card-source.ts'
import { openSandboxFrame } from './sandbox-frame.ts'

/** Puts the processor's card field into `place`. Rejects when the processor's script cannot be loaded. */
export const openCard = async (
  place: HTMLElement,
  entry: CardEntry,
  terms: CardTerms,
  onEnter: () => void,
): Promise<CardSource> => {
  switch (entry.processor) {
    case 'sandbox':
      return openSandboxFrame(place, entry.field_url, onEnter)
    case 'stripe': {
      const { openStripeElement } = await import('./stripe-element.ts')
      return openStripeElement(place, entry.publishable_key, terms)
    }
    default:
      return entry satisfies never
  }
}
