import { Button } from '#ui/button.tsx'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import text from '#ui/text.module.css'
import { owedMessages } from '../../messages/owed-messages.ts'
import type { OwedOrder } from './owed-summary.tsx'
import { confirmIntent } from './confirm-intent.ts'
import styles from './update-card-page.module.css'
import { priceText } from '#shared/money.ts'

/** Asks the bank about the refused card again, now that its owner is here; other cards are entered below. */
export const ConfirmForm = ({ here, order }: { readonly here: string; readonly order: OwedOrder }) => {
  const t = useMessages(owedMessages)
  return (
    <>
      <form method="post" action={here} className={styles.form}>
        <input type="hidden" name="total" value={order.total} />
        <input type="hidden" name="credit" value={order.credit} />
        <Button
          kind="primary"
          wide
          name="intent"
          value={confirmIntent}
          end={priceText(order.to_pay, order.currency, useLocale())}
        >
          {t('confirmTitle')}
        </Button>
      </form>
      <h2 className={text.h4}>{t('orOther')}</h2>
    </>
  )
}
