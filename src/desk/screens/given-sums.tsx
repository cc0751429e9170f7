import type { z } from 'zod'
import { formatPrice, parsePrice, priceText, sumCents } from '#shared/money.ts'
import type { PreviewedRefund } from '../previewed-refund.ts'
import { Sums } from './parts/section.tsx'
import type { SumRow } from './parts/section.tsx'

type Preview = Pick<
  z.output<typeof PreviewedRefund>,
  'rows' | 'amount' | 'to_card' | 'as_credit' | 'currency'
>

interface GivenSumsProps {
  readonly preview: Preview
  /** What else comes of it, below. */
  readonly more?: readonly SumRow[]
}

/** What a refund gives and is made of, row by row. */
export const GivenSums = ({ preview, more = [] }: GivenSumsProps) => {
  const { rows, amount, to_card: card, as_credit: credit, currency } = preview
  const taxCents = sumCents(rows.map(({ tax }) => parsePrice(tax, currency)))
  return (
    <Sums
      label="What the refund is made of"
      rows={[
        ...rows.map(({ name, goods }) => ({ name, amount: priceText(goods, currency) })),
        { name: 'Tax', amount: formatPrice(taxCents, currency) },
        { name: 'Refund', amount: priceText(amount, currency), isTotal: true },
        { name: 'To the card', amount: priceText(card, currency) },
        { name: 'As credit', amount: priceText(credit, currency) },
        ...more,
      ]}
    />
  )
}
