/// The two lists a device makes its own label from when its owner chose none.
///
/// The order is part of nothing that travels: a label is sent as text, so words may be replaced.
enum LabelWords {
  /// 256 adjectives, one for each value of a byte.
  static let adjectives = words(
    """
    able agile airy alert alpine amber ample apt aqua arctic ardent artful autumn awake azure \
    balanced balmy beaming bold bonny brave breezy bright brisk bronze bubbly buoyant calm \
    candid careful caring cheerful cheery civic civil classic clean clear clever cobalt cool \
    copper cordial cosmic cozy crimson crisp curious curly dainty dapper daring dazzling deft \
    devoted dewy diligent direct dreamy eager early earnest earthy easy elegant eloquent emerald \
    even expert fair faithful famous fearless feathery festive fine firm fleet flowing fluent \
    fluffy fond frank free fresh friendly frosty gallant generous genial gentle genuine gifted \
    giving glad gleaming glossy glowing golden graceful gracious grand grateful green hale handy \
    happy hardy hazel hearty helpful honest hopeful humble humming indigo intent inventive ivory \
    jade jaunty jolly jovial joyful jubilant keen kind kindly lasting laughing lavender leafy \
    learned lilac limber lively lofty logical loyal lucid lucky lunar mellow merry mighty mild \
    mindful minty misty modest mossy musical neat nimble noble novel olive open orderly outgoing \
    pastel patient peaceful pearly perky placid playful pleasant plucky poetic polished polite \
    prompt prudent purple quaint quick quiet radiant rapid ready relaxed reliable rested roaming \
    robust rosy ruby russet rustic sandy sapphire scarlet scenic secure serene shiny silent \
    silver simple sincere smart smiling smooth snowy snug sociable soft solar solid spirited \
    splendid spry stable starry steady stellar sterling still sturdy subtle summer sunlit sunny \
    supple sure swift tactful tender thankful thorough tidal tidy timely topaz tranquil trim \
    true trusty truthful upbeat upright valiant verdant vibrant violet vivid warm watchful \
    welcome whimsical willing winged wise witty woven
    """)

  /// 256 nouns, one for each value of a byte.
  static let nouns = words(
    """
    acorn agate albatross alder almond anchor antelope apple apricot arbor aspen aster atlas \
    aurora avocet badger bamboo banjo barley basil basket beacon beaver beech bell berry birch \
    bison blossom bluebell bluebird bobcat bonsai boulder bramble branch breeze bridge brook \
    bunting buttercup butterfly cactus camel canary candle canoe canyon caravan caribou cedar \
    cello chestnut chickadee chipmunk citrus clarinet cliff cloud clover comet compass condor \
    cottage cove crane creek cricket crocus curlew cypress daffodil dahlia daisy deer delta \
    dolphin dove dragonfly dune eagle echo egret elm ember falcon fennel fern fiddle finch \
    firefly fjord flamingo flute forest fountain fox foxglove galaxy garden gazelle gecko geyser \
    ginger giraffe glacier glade goldfinch grove guitar hamster harbor harp hawthorn hazelnut \
    heather hedgehog heron hickory holly honey horizon hornbill hyacinth ibex ibis iguana impala \
    inlet iris island jackdaw jasmine jay juniper kayak kelp kestrel kite kiwi koala lagoon lake \
    lantern larch lark laurel lemon lemur lighthouse lily linden linnet lion llama lotus lupine \
    lynx lyre magnolia magpie mallard manatee mango maple marigold marmot marten meadow melody \
    melon meteor mint moon moss mountain nebula nectar newt nightingale nutmeg oak oasis ocean \
    octave orchard orchid oriole osprey otter owl palm panda papaya parrot peach pear pebble \
    pelican penguin peony petal petunia piano pine planet plover plum pond pony poplar poppy \
    prairie primrose puffin quail quartz quince rabbit rainbow reed reef river robin rowan sage \
    sandpiper sequoia skylark snowdrop sparrow spruce squirrel starling stork stream sunflower \
    swallow swan tern thistle thrush thyme toucan trail tulip turtle valley walnut warbler \
    willow wombat wren yarrow zebra zinnia
    """)

  private static func words(_ text: String) -> [String] {
    text.split(separator: " ").map(String.init)
  }
}
