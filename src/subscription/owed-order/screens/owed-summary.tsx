import { PlanName } from '#catalogue/screens/parts/plan-name.tsx'
import { PaidRows, AmountRow, TotalRows } from '#cart/screens/total-rows.tsx'
import type { ReplyOf } from '#shared/endpoint.ts'
import { isNoPrice, priceText } from '#shared/money.ts'
import { useMessages, useLocale } from '#ui/locale-context.ts'
import text from '#ui/text.module.css'
import { Button, ButtonLink } from '#ui/button.tsx'
import type { PageChallenge } from '#payment/endpoints.ts'
import { BankQuestion } from '#payment/screens/bank-question.tsx'
import { errorCatalogue } from '#shared/errors.ts'
import { refusalText } from '#shared/messages/refusal-text.ts'
import { PollUntilSettled } from '#ui/poll-until-settled.tsx'
import { Note } from '#ui/note.tsx'
import { owedMessages } from '../../messages/owed-messages.ts'
import type { viewOwedOrder } from '../owed-endpoints.ts'
import styles from './update-card-page.module.css'
import { confirmIntent } from './update-card-action.ts'

export type OwedOrder = ReplyOf<typeof viewOwedOrder>

/** The items of the order and its price; nothing that identifies the member. */
export const OwedSummary = ({ order }: { readonly order: OwedOrder }) => {
  const t = useMessages(owedMessages)
  return (
    <aside aria-labelledby="order-summary">
      <h2 className={text.h4} id="order-summary">
        {t('orderSummary')}
      </h2>
      <TotalRows className={styles.totals}>
        {order.lines.map(({ name, quantity, subtotal }) => (
          <AmountRow
            key={name}
            label={
              <>
                {quantity > 1 ? `${quantity} × ` : ''}
                <PlanName of={name} />
              </>
            }
            amount={subtotal}
            currency={order.currency}
          />
        ))}
        {isNoPrice(order.discount) ? null : (
          <AmountRow label={t('discounts')} amount={`-${order.discount}`} currency={order.currency} />
        )}
        <AmountRow label={t('shipping')} amount={order.shipping} currency={order.currency} />
        <AmountRow label={t('taxes')} amount={order.tax} currency={order.currency} />
      </TotalRows>
      <TotalRows>
        <PaidRows totals={order} />
      </TotalRows>
    </aside>
  )
}

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

interface WaitingProps {
  readonly here: string
  readonly challengeUrl: string | null
  readonly pageChallenge: PageChallenge | null
}

/** A payment that the bank has not answered yet. */
export const WaitingPayment = ({ here, challengeUrl, pageChallenge }: WaitingProps) => {
  const t = useMessages(owedMessages)
  return (
    <>
      <h1 className={text.d2}>{t('oneMoment')}</h1>
      <Note className={styles.note}>{refusalText(errorCatalogue.PAYMENT_PENDING.detail, useLocale())}</Note>
      <p className={styles.actions}>
        <ButtonLink kind="secondary" href={here}>
          {t('checkAgain')}
        </ButtonLink>
        {challengeUrl === null || pageChallenge !== null ? null : (
          <ButtonLink kind="link" href={challengeUrl}>
            {t('continueToBank')}
          </ButtonLink>
        )}
      </p>
      {pageChallenge === null ? <PollUntilSettled /> : <BankQuestion {...pageChallenge} />}
    </>
  )
}
