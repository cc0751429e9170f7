import { markPath } from '#shared/brand-mark.ts'
import { brand } from '#shared/brand.ts'

const Layers = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true" fill="currentColor">
    <path d="M3.5 3.5A12 12 0 0 1 12 0a12 12 0 0 1 8.5 3.5A12 12 0 0 1 23.6 9H.4a12 12 0 0 1 3.1-5.5Z" />
    <path d="M.1 10.6h23.8a12 12 0 0 1-1.5 7.3H1.6A12 12 0 0 1 .1 10.6Z" />
    <path d="M2.7 19.5h18.6A12 12 0 0 1 12 24a12 12 0 0 1-9.3-4.5Z" />
  </svg>
)

/** The mark of the brand: its own, or three layers in a circle. */
export const BrandLayers = () =>
  brand.hasMark ? <img src={markPath} alt="" width={24} height={24} /> : <Layers />
