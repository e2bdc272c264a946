import type { Extension, Handle } from 'mdast-util-from-markdown'

const enterAddress: Handle = function (token) {
  this.config.enter.autolinkProtocol?.call(this, token)
}

/**
 * Makes links of the plain addresses that the parser finds: `www.…`, `https://…` and mails. GitHub's own package then searches the
 * whole tree once more, which finds hardly any others and weighs more than the rest of its extensions.
 */
export const plainAddresses: Extension = {
  enter: {
    literalAutolink(token) {
      this.enter({ type: 'link', title: null, url: '', children: [] }, token)
    },
    literalAutolinkEmail: enterAddress,
    literalAutolinkHttp: enterAddress,
    literalAutolinkWww: enterAddress,
  },
  exit: {
    literalAutolink(token) {
      this.exit(token)
    },
    literalAutolinkEmail(token) {
      this.config.exit.autolinkEmail?.call(this, token)
    },
    literalAutolinkHttp(token) {
      this.config.exit.autolinkProtocol?.call(this, token)
    },
    literalAutolinkWww(token) {
      this.config.exit.data?.call(this, token)
      const node = this.stack.at(-1)
      if (node?.type === 'link') node.url = `http://${this.sliceSerialize(token)}`
    },
  },
}
