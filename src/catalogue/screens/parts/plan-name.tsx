import { use } from 'react'
import { ownValue } from '#shared/own-value.ts'
import { InFirstLanguage } from '#ui/in-first-language.tsx'
import { CatalogueTextsContext } from './catalogue-texts.ts'

interface CatalogueTextProps {
  /** As the catalogue has it in the first language. */
  readonly of: string
  /** What is shown of it. */
  readonly part?: (text: string) => string
}

/** A text of the catalogue in the language of the page; marked as in the first one where it has no translation. */
export const CatalogueText = ({ of: text, part = (whole) => whole }: CatalogueTextProps) => {
  const translated = ownValue<string | undefined>(use(CatalogueTextsContext), text)
  return translated === undefined ? <InFirstLanguage>{part(text)}</InFirstLanguage> : part(translated)
}

/** The name of a plan, as replies and orders have it, in the language of the page. */
export const PlanName = ({ of: name }: { readonly of: string }) => <CatalogueText of={name} />

interface PlanQuantitiesProps {
  readonly lines: readonly { readonly name: string; readonly quantity: number }[]
}

/** `2 × DS-01, 1 × VS-01`. */
export const PlanQuantities = ({ lines }: PlanQuantitiesProps) =>
  lines.map(({ name, quantity }, at) => (
    <span key={name}>
      {at === 0 ? '' : ', '}
      {quantity} × <PlanName of={name} />
    </span>
  ))
