import { useCatalogueText } from '#catalogue/screens/parts/catalogue-texts.ts'
import { CatalogueText } from '#catalogue/screens/parts/plan-name.tsx'
import text from '#ui/text.module.css'
import styles from './product-name.module.css'

const withoutCode = (name: string): string => name.split(' ').slice(1).join(' ')

/** A product's name with its code as it is printed on the jar (ruling 7: every name begins with the code). */
export const ProductName = ({ name }: { readonly name: string }) => {
  const [code = ''] = useCatalogueText()(name).split(' ')
  return (
    <>
      <span className={`${text.code} ${styles.code}`}>{code}</span>{' '}
      <CatalogueText of={name} part={withoutCode} />
    </>
  )
}
