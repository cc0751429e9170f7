import { ChoiceRow, ChoiceRows } from '#ui/choice-row.tsx'
import { cardChoice, newCard } from './checkout-form.ts'
import type { SavedCard } from './checkout-view.ts'

const nameOf = ({ brand, last4 }: SavedCard): string =>
  `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ending in ${last4}`

/** A member pays with a saved card, or with another one. */
export const SavedCards = ({ cards }: { readonly cards: readonly SavedCard[] }) => (
  <ChoiceRows legend="Card" legendHidden>
    {cards.map((card, position) => (
      <ChoiceRow
        key={card.id}
        name={cardChoice}
        value={card.id}
        label={nameOf(card)}
        hint={card.status === 'expiring' ? 'This card expires soon.' : undefined}
        end={`${String(card.exp_month).padStart(2, '0')}/${String(card.exp_year).slice(-2)}`}
        defaultChecked={position === 0}
      />
    ))}
    <ChoiceRow name={cardChoice} value={newCard} label="Another card" />
  </ChoiceRows>
)
