/** The version of the risk warning in this feature's messages, stored with every acceptance. Raise it when the text changes. */
export const DISCLAIMER_VERSION = '1'
