import { useCatalogueText } from './catalogue-texts.ts'

/** The name of a plan, as replies and orders have it, in the language of the page. */
export const PlanName = ({ of: name }: { readonly of: string }) => useCatalogueText()(name)
