import type { ReactNode } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'

interface ButtonLook {
  /** `primary` is the one main action of a view; `link` is for leaving and removing. */
  readonly kind?: 'primary' | 'default' | 'secondary' | 'link'
  readonly size?: 'normal' | 'small'
  readonly wide?: boolean
  /** At the right edge, usually a price. */
  readonly end?: ReactNode
  readonly children: ReactNode
}

interface ButtonProps extends ButtonLook {
  readonly type?: 'submit' | 'button'
  readonly name?: string
  readonly value?: string
  /** Id of the form it belongs to, when it is outside of it. */
  readonly form?: string
  readonly disabled?: boolean
  readonly label?: string
  readonly describedBy?: string
  readonly formNoValidate?: boolean
}

interface ButtonLinkProps extends ButtonLook {
  readonly href: string
  readonly label?: string
}

const classesOf = ({ kind = 'default', size = 'normal', wide = false }: ButtonLook): string | undefined =>
  kind === 'link'
    ? classNames(styles.link, size === 'small' && styles.linkSmall)
    : classNames(styles.button, styles[kind], size === 'small' && styles.small, wide && styles.wide)

const Content = ({ end, children }: Pick<ButtonLook, 'end' | 'children'>) =>
  end === undefined ? (
    children
  ) : (
    <>
      <span className={styles.label}>{children}</span>
      <span className={styles.end}>{end}</span>
    </>
  )

/** A button of a form. A script that sends the form sets `aria-busy` on it, which keeps its label and width. */
export const Button = (props: ButtonProps) => (
  <button
    type={props.type ?? 'submit'}
    className={classesOf(props)}
    name={props.name}
    value={props.value}
    form={props.form}
    disabled={props.disabled}
    aria-label={props.label}
    aria-describedby={props.describedBy}
    formNoValidate={props.formNoValidate}
  >
    <Content end={props.end}>{props.children}</Content>
  </button>
)

/** A link that looks like a button, for going somewhere rather than doing something. */
export const ButtonLink = (props: ButtonLinkProps) => (
  <a className={classesOf(props)} href={props.href} aria-label={props.label}>
    <Content end={props.end}>{props.children}</Content>
  </a>
)
