/// What belongs together: responses of one host, place, kind and version.
///
/// It holds what was judged, and stands for what comes next: recipes, expectations and baselines are made of families.
package struct Family: Sendable, Hashable {
  /// The place: a URL pattern with scheme and host.
  package let pattern: String

  /// The kind, and whether the URLs are named by their content.
  package let selector: FamilySelector
}

extension Family {
  /// The family of a file whose path names its version: it holds the file that another release has in its place; nil for any other
  /// URL.
  ///
  /// `kind` is what the name promises; nil where neither it nor an answer tells.
  package init?(releasesOf target: TargetURI, kind: AssetKind?) {
    let versions = FamilyMember.versions(target, NamedFile(named: target))
    guard versions.contains(where: { $0.form == .hash || $0.form == .number }),
      let pattern = FamilyPlace.nextURL(target, versions: versions, isUnique: false)
    else { return nil }
    self.init(pattern: pattern, selector: FamilySelector(kind: kind, isVersioned: true))
  }
}

/// A judged response, as families are made of it.
package struct FamilyMember: Sendable {
  let origin: String
  package let traits: FamilyTraits

  /// Where it stands; nil if it stands alone.
  let place: FamilyPlace?

  /// The pattern of its URL alone.
  package let url: String

  /// Whether its URL never comes again, since it is signed anew or holds the time of its request.
  package let isUnique: Bool

  package init(_ verdict: Verdict) {
    let subject = verdict.subject
    let target = subject.request.target
    traits = FamilyTraits(subject, verdict.context)
    origin = target.origin
    let url = URLPattern.escaped(target.absolute)
    self.url = url
    let naming = URLNaming(subject, verdict.context)
    isUnique = naming.version?.form != .query && ChangingURL(subject) != nil
    let versions = Self.versions(target, NamedFile(subject, verdict.context))
    nextURL = FamilyPlace.nextURL(target, versions: versions, isUnique: isUnique) ?? url
    place =
      target.isHTTP && traits.isSuccess && traits.isVersioned != nil && traits.otherType == nil
        && !traits.isUnknown
      ? FamilyPlace(target, versions: versions) : nil
  }

  /// The versions in a URL that are certain.
  static func versions(_ target: TargetURI, _ file: NamedFile) -> [URLVersion] {
    let versions = file.neighbours?.settled(target, of: file) ?? URLVersion.all(in: target, of: file)
    return versions.filter(\.isCertain)
  }

  /// What an entry for its URL alone names; nothing of a success of another kind than its name says, and of an answer that
  /// is none.
  package var selector: FamilySelector {
    guard traits.isSuccess, traits.otherType == nil, !traits.isUnknown else { return FamilySelector() }
    return FamilySelector(kind: traits.kind, isVersioned: traits.kind == .page ? nil : traits.isVersioned)
  }

  /// Whether no family has it.
  package var standsAlone: Bool { place == nil }

  /// The pattern of its URL alone, and of the one that the next release has in its place: versions, and what makes a URL another
  /// one at each request, are any.
  package let nextURL: String
}

/// Families of judged responses, each with its members.
package struct Families<Value: Hashable> {
  /// A family, and what all its members have in common.
  package struct Found {
    package let family: Family
    /// The indices of the judged responses that it was made of.
    package let members: [Int]
    package let value: Value
    /// Whether it is of one URL.
    package let isAlone: Bool

    let directories: [FamilyPlace.Segment]
    let leaf: FamilyPlace.Leaf
    let isDeep: Bool
  }

  private typealias Place = FamilyPlace

  /// What no family has two of.
  private struct Root: Hashable {
    let origin: String
    let kind: AssetKind
    let isVersioned: Bool
  }

  /// Members of one directory and form of name.
  private struct Base {
    var leaf: Place.Leaf
    var members: [Int]

    mutating func add(_ member: Int, _ other: Place.Leaf) {
      leaf = leaf.with(other)
      members.append(member)
    }
  }

  private struct Node {
    var bases: [(form: Place.Leaf, isBuilt: Bool)] = []
    var byForm: [Place.Leaf: Base] = [:]
    var segments: [Place.Segment] = []
    var children: [Place.Segment: Node] = [:]

    mutating func add(_ member: Int, _ place: Place, _ directories: ArraySlice<Place.Segment>) {
      guard let first = directories.first else {
        let form = place.leaf.open
        if byForm[form] == nil {
          bases.append((form, place.isBuilt))
          byForm[form] = Base(leaf: place.leaf, members: [member])
        } else {
          byForm[form]?.add(member, place.leaf)
        }
        return
      }
      if children[first] == nil { segments.append(first) }
      children[first, default: Node()].add(member, place, directories.dropFirst())
    }
  }

  /// A family below a node.
  private struct Placed {
    var directories: [Place.Segment]
    var leaf: Place.Leaf
    let isDeep: Bool
    let value: Value
    var members: [Int]

    /// What it has in common with a family of another directory.
    var form: Form { Form(directories: directories, leaf: leaf.open, isDeep: isDeep, value: value) }
  }

  private struct Form: Hashable {
    let directories: [Place.Segment]
    let leaf: Place.Leaf
    let isDeep: Bool
    let value: Value
  }

  /// What is known of all families below a node.
  private struct Subtree {
    var placed: [Placed] = []
    /// The one value that all have; nil if they differ.
    var value: Value?
    var depths: ClosedRange<Int>?
    var leaves: Set<Place.Leaf> = []
  }

  private let value: ([Int]) -> Value
  private let leastDepth: Int
  package private(set) var found: [Found] = []

  /// How many directories have to hold the same for their name not to matter.
  private static var leastDirectories: Int { 3 }

  /// How many sections of a site have to, where no few of them speak for another.
  private static var leastSections: Int { 20 }

  /// Puts members together; those without a place stand alone, and are none of these families.
  ///
  /// `value` gives what some members have in common: only directories that have the same become one. `leastDepth` is how many
  /// segments stay as they are: with 1, only many sections speak for another.
  package init(_ members: [FamilyMember], leastDepth: Int, _ value: @escaping ([Int]) -> Value) {
    (self.value, self.leastDepth) = (value, leastDepth)
    var roots: [Root] = []
    var nodes: [Root: Node] = [:]
    for (index, member) in members.enumerated() {
      guard let place = member.place, let isVersioned = member.traits.isVersioned else { continue }
      let root = Root(origin: member.origin, kind: member.traits.kind, isVersioned: isVersioned)
      if nodes[root] == nil { roots.append(root) }
      nodes[root, default: Node()].add(index, place, place.directories[...])
    }
    for root in roots {
      guard let node = nodes[root] else { continue }
      let selector = FamilySelector(kind: root.kind, isVersioned: root.kind == .page ? nil : root.isVersioned)
      found += subtree(node, depth: 0).placed.map { placed in
        let pattern = Place.pattern(root.origin, placed.directories, placed.leaf, isDeep: placed.isDeep)
        return Found(
          family: Family(pattern: pattern, selector: selector), members: placed.members, value: placed.value,
          isAlone: !URLPattern(pattern).hasWildcards, directories: placed.directories, leaf: placed.leaf,
          isDeep: placed.isDeep)
      }
    }
  }

  private func subtree(_ node: Node, depth: Int) -> Subtree {
    var tree = Subtree()
    for (form, isBuilt) in node.bases {
      guard let base = node.byForm[form] else { continue }
      add(
        Placed(
          directories: [], leaf: base.leaf, isDeep: isBuilt, value: value(base.members), members: base.members
        ),
        to: &tree, depths: depth...depth, leaves: [form])
    }
    var children: [(segment: Place.Segment, tree: Subtree)] = []
    for segment in node.segments {
      guard let child = node.children[segment] else { continue }
      children.append((segment, subtree(child, depth: depth + 1)))
    }
    let below = merged(children, least: depth >= leastDepth ? Self.leastDirectories : Self.leastSections)
    let isFirst = tree.placed.isEmpty
    tree.placed += below
    for (index, child) in children.enumerated() {
      Self.join(&tree, child.tree, isFirst: isFirst && index == 0)
    }
    guard depth >= leastDepth, let value = tree.value, let depths = tree.depths, depths.count > 1 else {
      return tree
    }
    let endings = Set(tree.leaves.map(\.ending))
    let ending = endings.count == 1 && !tree.leaves.contains { $0.query != nil } ? endings.first : nil
    tree.placed = [
      Placed(
        directories: [], leaf: Place.Leaf(name: nil, ending: ending ?? ""), isDeep: true, value: value,
        members: tree.placed.flatMap(\.members))
    ]
    return tree
  }

  private func add(
    _ placed: Placed, to tree: inout Subtree, depths: ClosedRange<Int>, leaves: Set<Place.Leaf>
  ) {
    let one = Subtree(placed: [placed], value: placed.value, depths: depths, leaves: leaves)
    Self.join(&tree, one, isFirst: tree.placed.isEmpty)
    tree.placed.append(placed)
  }

  /// Takes what is known of a part of a tree; `isFirst` for the first part.
  private static func join(_ tree: inout Subtree, _ part: Subtree, isFirst: Bool) {
    tree.value = isFirst ? part.value : tree.value == part.value ? tree.value : nil
    tree.leaves.formUnion(part.leaves)
    guard let depths = part.depths else { return }
    tree.depths =
      tree.depths.map {
        min($0.lowerBound, depths.lowerBound)...max($0.upperBound, depths.upperBound)
      } ?? depths
  }

  private static func moved(_ placed: [Placed], _ segment: Place.Segment) -> [Placed] {
    placed.map { one in
      var moved = one
      moved.directories.insert(segment, at: 0)
      return moved
    }
  }

  /// The families below children, in which those that hold the same are one: from `least` on, where no other child has another
  /// value at the same place.
  private func merged(_ children: [(segment: Place.Segment, tree: Subtree)], least: Int) -> [Placed] {
    var groups: [Set<Form>: [Int]] = [:]
    var order: [Set<Form>] = []
    for (index, child) in children.enumerated() {
      let forms = Set(child.tree.placed.map(\.form))
      if groups[forms] == nil { order.append(forms) }
      groups[forms, default: []].append(index)
    }
    return order.flatMap { forms -> [Placed] in
      let own = groups[forms] ?? []
      guard own.count >= least,
        !order.contains(where: { other in
          other != forms && other.contains { one in forms.contains { Self.contradicts(one, $0) } }
        })
      else {
        return own.flatMap { Self.moved(children[$0].tree.placed, children[$0].segment) }
      }
      var order: [Form] = []
      var merged: [Form: Placed] = [:]
      for placed in own.flatMap({ children[$0].tree.placed }) {
        let form = placed.form
        if let known = merged[form] {
          merged[form]?.leaf = known.leaf.with(placed.leaf)
          merged[form]?.members += placed.members
        } else {
          order.append(form)
          merged[form] = placed
        }
      }
      return Self.moved(order.compactMap { merged[$0] }, .any)
    }
  }

  /// Whether a family of one directory has another value than one of another directory that would cover it.
  private static func contradicts(_ one: Form, _ other: Form) -> Bool {
    guard one.value != other.value,
      other.leaf.ending.isEmpty || one.leaf.ending == other.leaf.ending || one.isDeep
    else { return false }
    if one.isDeep || other.isDeep { return true }
    return one.directories.count == other.directories.count
      && zip(one.directories, other.directories).allSatisfy { $0 == $1 || $0 == .any || $1 == .any }
  }
}
