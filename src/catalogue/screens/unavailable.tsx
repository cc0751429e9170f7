import { useMessages } from '#ui/locale-context.ts'
import text from '#ui/text.module.css'
import { productMessages } from '../messages/product-messages.ts'

/** In place of plans, where none of a page is sold now. */
export const Unavailable = () => <p className={text.strong}>{useMessages(productMessages)('unavailable')}</p>
