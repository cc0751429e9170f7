import { useCatalogueText } from '#catalogue/screens/parts/catalogue-texts.ts'
import text from '#ui/text.module.css'
import styles from './product-name.module.css'

/** A product's name with its code as it is printed on the jar (ruling 7: every name begins with the code). */
export const ProductName = ({ name }: { readonly name: string }) => {
  const [code = '', ...rest] = useCatalogueText()(name).split(' ')
  return (
    <>
      <span className={`${text.code} ${styles.code}`}>{code}</span> {rest.join(' ')}
    </>
  )
}
