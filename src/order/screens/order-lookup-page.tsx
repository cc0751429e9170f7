import type { ReactNode } from 'react'
import type { FormFailure } from '#account/screens/form-failure.ts'
import { FormRefusal } from '#account/screens/form-refusal.tsx'
import { brand } from '#shared/brand.ts'
import type { PictureRole } from '#shared/brand-pictures.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Field } from '#ui/field.tsx'
import layout from '#ui/layout.module.css'
import { PageHead } from '#ui/page-head.tsx'
import { PictureSplit } from '#ui/picture-split.tsx'
import text from '#ui/text.module.css'
import type { OrderLookup } from './order-lookup.ts'
import styles from './order-lookup-page.module.css'
import { useMessages } from '#ui/locale-context.ts'
import { orderPagesMessages } from '../messages/order-pages-messages.ts'

interface LookupText {
  /** Of the document. */
  readonly title: string
  readonly heading: string
  readonly lead: string
  readonly labels: { readonly number: string; readonly email: string; readonly button: string }
  readonly hint?: string
}

interface OrderLookupFormProps extends Pick<LookupText, 'labels' | 'hint'> {
  /** Where the form is sent. */
  readonly action: string
  readonly entered: OrderLookup | undefined
  readonly failure: FormFailure | null
  readonly isMember: boolean
}

/** The form of guests and members that names an order. */
const OrderLookupForm = ({ action, entered, failure, isMember, labels, hint }: OrderLookupFormProps) => {
  const t = useMessages(orderPagesMessages)
  return (
    <form method="post" action={action} className={styles.form} noValidate>
      <Field
        name="number"
        label={labels.number}
        autoComplete="off"
        required
        defaultValue={entered?.number}
        error={failure?.fields['number']}
        hint={hint}
      />
      <Field
        name="email"
        type="email"
        label={labels.email}
        autoComplete="email"
        required={!isMember}
        defaultValue={entered?.email}
        error={failure?.fields['email']}
        hint={isMember ? t('onlyOtherAccount') : undefined}
      />
      <Button kind="primary" wide>
        {labels.button}
      </Button>
    </form>
  )
}

interface OrderLookupPageProps extends Omit<OrderLookupFormProps, 'labels' | 'hint'> {
  readonly text: LookupText
  /** One for each page: many pages that begin with the same picture look like one page. */
  readonly picture: PictureRole
  /** What was found or done; null shows the form that names an order. */
  readonly content: ReactNode
  /** Below the form. */
  readonly after?: ReactNode
}

/** A page about one order, for members and guests: first the form that names it, then its content. */
export const OrderLookupPage = ({ text: words, picture, content, after, ...form }: OrderLookupPageProps) => {
  const head = <PageHead title={`${words.title} | ${brand.name}`} unlisted />
  if (content !== null)
    return (
      <div className={layout.page}>
        {head}
        {content}
      </div>
    )
  return (
    <PictureSplit picture={picture}>
      {head}
      <h1 className={text.d2}>{words.heading}</h1>
      <p className={classNames(text.lead, text.mute, styles.lead)}>{words.lead}</p>
      {form.failure ? <FormRefusal failure={form.failure} className={styles.message} /> : null}
      <OrderLookupForm {...form} labels={words.labels} hint={words.hint} />
      {after}
    </PictureSplit>
  )
}
