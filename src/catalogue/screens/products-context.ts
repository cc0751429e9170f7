import { createContext } from 'react'
import type { ProductReply } from '../endpoints.ts'

/** The products of the shop, in the order of the catalogue; those that were read last where the shell failed. */
export const ProductsContext = createContext<readonly ProductReply[]>([])
