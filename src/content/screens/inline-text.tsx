import { Fragment, use } from 'react'
import type { ReactNode } from 'react'
import { preload } from 'react-dom'
import { Price } from '#ui/price.tsx'
import { ownValue } from '#shared/own-value.ts'
import type { PricedPlan } from '../rules/inline-text.ts'
import { inlinePieces, priceIn } from '../rules/inline-text.ts'
import { shippingFees } from '#pricing/rules/shipping-fee.ts'
import { SiteContext } from '#ui/page-head.tsx'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { sectionsMessages } from '../messages/sections-messages.ts'

/** Facts of the plans endpoint by plan code. */
export type PlanPrices = Readonly<Record<string, PricedPlan>>

interface InlineTextProps {
  readonly text: string
  readonly plans: PlanPrices
}

/** The name of a species. Its typeface is a file of its own, which is loaded together with the others. */
const Species = ({ children }: { readonly children: ReactNode }) => {
  preload('/fonts/instrument-sans-species.woff2', {
    as: 'font',
    type: 'font/woff2',
    crossOrigin: 'anonymous',
  })
  return <i>{children}</i>
}

const ShippingFee = ({ fee }: { readonly fee: 'abroad' | 'expedited' }) => {
  const { currency } = use(SiteContext)
  return <Price cents={shippingFees(currency)[fee]} currency={currency} />
}

/** A content text with its marks: species in italic, links, prices from the plans endpoint. */
export const InlineText = ({ text, plans }: InlineTextProps) => {
  const locale = useLocale()
  const t = useMessages(sectionsMessages)
  return inlinePieces(text, locale).map((piece, at) => {
    // The pieces of a text never change places.
    const key = `${at}-${piece.kind}`
    switch (piece.kind) {
      case 'text':
        return <Fragment key={key}>{piece.text}</Fragment>
      case 'species':
        return <Species key={key}>{piece.text}</Species>
      case 'link':
        return (
          <a key={key} href={piece.href} aria-label={piece.text === '*' ? t('seeDisclaimer') : undefined}>
            {piece.text}
          </a>
        )
      case 'shipping':
        return <ShippingFee key={key} fee={piece.fee} />
      case 'price': {
        const plan = ownValue(plans, piece.plan)
        return plan ? <Price key={key} cents={priceIn(plan, piece.per)} currency={plan.currency} /> : null
      }
    }
  })
}
