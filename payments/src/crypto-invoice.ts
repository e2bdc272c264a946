// What a member needs to pay an order from their own wallet: the same for a real invoice and for the sandbox's.
export type CryptoTransfer = {
  /** The transaction on the network; null where it has none, as on Lightning. */
  hash: string | null
  /** Decimal text in the method's coin, like all amounts here. */
  amount: string
  /** ISO 8601. */
  at: string
  settled: boolean
}

export type CryptoMethod = {
  id: string
  /** `BTC`. */
  coin: string
  /** The network's name as wallets show it. */
  network: string
  /** A network whose coins have no value. */
  test: boolean
  address: string
  /** Opens a wallet with address and missing amount. */
  link: string
  amount: string
  due: string
  /** The price of one coin in the order's currency. */
  rate: string
  transfers: CryptoTransfer[]
}

export type CryptoInvoice = {
  /** How many confirmations of the network make a payment final. */
  confirmations: number
  /** Until when the rate holds, ISO 8601. */
  expiresAt: string
  methods: CryptoMethod[]
}
