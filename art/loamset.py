"""Things beside the products: penny, paper label, cup, spoon, glass of water, carton, grains. One unit = 32 mm."""
from loamart import *

SAMPLES = 12
WARM, GREEN, ROSE = '#C9C1B8', '#C3C8BA', '#BFC6BA'

def portrait(name, samples=SAMPLES, **kw): render(name, 720, 900, samples, limit=0, noise=.035, **kw)


def studio(seed=11, wall='#BFC6BA', sky='#DDE3DC', light=.45, floor_y=4.5, high=3.0):
    """The house's light: grey-green paper, one low sun from the upper left, two reflectors that draw the edges of glass."""
    start(seed); world(sky, light)
    bpy.context.scene.cycles.max_bounces = 12; bpy.context.scene.cycles.transmission_bounces = 12
    sweep(mat('wall', wall, .9, spec=.1, bump=.12, bump_scale=3), floor_y=floor_y)
    sun((.80, .62, -.62), 3.5, 1.6)
    softbox((-3.2, -2.2, high + .6), (0, 0, 1.0), .7, 3.4, 60, '#FFF6E6')
    softbox((3.4, .6, high), (0, 0, 1.0), .5, 3.0, 50, '#EAF3FF')

def bm_object(name, bm, m, smooth=True, auto=40):
    me = bpy.data.meshes.new(name); bm.to_mesh(me); bm.free(); me.materials.append(m)
    if smooth:
        for p in me.polygons: p.use_smooth = True
        me.use_auto_smooth = True; me.auto_smooth_angle = math.radians(auto)
    return add(bpy.data.objects.new(name, me))

# ------------------------------------------------------------------- penny
def relief(body, size, loc, m, parent, rot=0, depth=.007, track=1.0):
    cu = bpy.data.curves.new('relief', 'FONT'); cu.body = body; cu.font = font(True); cu.size = size
    cu.extrude = depth; cu.bevel_depth = .0012; cu.bevel_resolution = 2
    cu.align_x = 'CENTER'; cu.align_y = 'CENTER'; cu.space_character = track; cu.materials.append(m)
    o = add(bpy.data.objects.new('relief', cu)); o.location = loc; o.rotation_euler = (0, 0, rot); o.parent = parent
    return o

def arc_text(body, r, size, a0, a1, z, m, parent):
    """Letters along an arc, read from outside: angles in degrees from +x, a0 for the first letter."""
    for i, ch in enumerate(body):
        if ch == ' ': continue
        a = math.radians(a0 + (a1 - a0) * i / (len(body) - 1))
        turn = a - math.pi / 2 if a0 > a1 else a + math.pi / 2
        relief(ch, size, (r * math.cos(a), r * math.sin(a), z), m, parent, turn)

def penny(loc, rot=(0, 0, 0)):
    """A US cent with its shield side up: 19.05 mm wide, 1.52 mm thick."""
    R, T = .298, .0475; e = empty('penny', loc, rot)
    m, field = mat('copper', '#E0A37C', .26, metal=1, bump=.03, bump_scale=90), mat('copper_field', '#8E4E2E', .38, metal=1, bump=.05, bump_scale=60)
    lathe('rim', [(R - .03, 0), (R - .01, 0), (R, .006), (R, T - .005), (R - .004, T), (R - .022, T), (R - .03, T - .012)], m, 160).parent = e
    lathe('cent', [(1e-4, .002), (R - .028, .002), (R - .026, T - .012), (1e-4, T - .012)], field, 160).parent = e
    z = T - .012
    arc_text('UNITED STATES OF AMERICA', R - .062, .046, 168, 12, z, m, e)
    def plate(points, zz, depth):
        bm = bmesh.new(); f = bm.faces.new([bm.verts.new((x, y, zz)) for x, y in points])
        r = bmesh.ops.extrude_face_region(bm, geom=[f])
        bmesh.ops.translate(bm, vec=(0, 0, depth), verts=[v for v in r['geom'] if isinstance(v, bmesh.types.BMVert)])
        bmesh.ops.recalc_face_normals(bm, faces=bm.faces[:])
        o = bm_object('plate', bm, m, smooth=False); o.parent = e
        b = o.modifiers.new('b', 'BEVEL'); b.width = .002; b.segments = 2
    shield = [(-.115, .135), (0, .152), (.115, .135), (.115, -.02)] + \
             [(.115 * math.cos(t), -.02 - .135 * math.sin(t)) for t in [i * math.pi / 14 for i in range(1, 14)]] + [(-.115, -.02)]
    plate(shield, z - .002, .010)
    for i in range(7):
        x = -.096 + i * .032; d = math.sqrt(max(0, 1 - (x / .118) ** 2))
        plate([(x - .0075, .075), (x + .0075, .075), (x + .0075, -.02 - .12 * d), (x - .0075, -.02 - .12 * d)], z + .006, .007)
    relief('E PLURIBUS UNUM', .030, (0, .105, z + .010), m, e, track=1.02)
    plate([(-.185, .034), (0, .022), (.185, .034), (.170, 0), (.185, -.034), (0, -.046), (-.185, -.034), (-.170, 0)], z, .018)
    relief('ONE CENT', .052, (0, -.012, z + .018), m, e, track=1.05)
    return e

# ------------------------------------------------------------ printed paper
def picture_mat(name, file, rough=.7):
    m = mat(name, '#FFFFFF', rough, spec=.25); nt = m.node_tree
    t = nt.nodes.new('ShaderNodeTexImage'); t.image = bpy.data.images.load(file)
    nt.links.new(t.outputs['Color'], nt.nodes['Principled BSDF'].inputs['Base Color'])
    return m

def sheet(fn, w, h, m, parent=None, nu=60, nz=40):
    """A printed sheet: (u, v) in 0..1 -> fn(x in -w/2..w/2, z in 0..h)."""
    v, f, uv = [], [], []
    for j in range(nz + 1):
        for i in range(nu + 1):
            v.append(fn(-w / 2 + w * i / nu, h * j / nz)); uv.append((i / nu, j / nz))
    for j in range(nz):
        for i in range(nu):
            a = j * (nu + 1) + i; f.append((a, a + 1, a + nu + 2, a + nu + 1))
    o = mesh('sheet', v, f, m, auto=60); layer = o.data.uv_layers.new()
    for p in o.data.polygons:
        for li, vi in zip(p.loop_indices, p.vertices): layer.data[li].uv = uv[vi]
    if parent: o.parent = parent
    return o

def label_file(name): return os.path.join(os.environ.get('LOAM_LABELS', os.path.join(RAW, 'labels')), name + '.png')

def back_label(j, name, R=JAR_R, w=2.2, z0=.16, h=1.26):
    """A paper label around the back of a jar, printed with a picture of labels.mjs."""
    on = on_cylinder(R, .006)
    def fn(x, z):
        px, py, pz = on(x, z0 + z); return (-px, -py, pz)
    return sheet(fn, w, h, picture_mat('label', label_file(name)), j)

# ------------------------------------------------------------------ kitchen
def tumbler(loc, R=.98, H=3.1, water=2.05):
    """A glass of water: walls, and the water as its own body that reaches a little into the glass."""
    e = empty('tumbler', loc); g = glass('tumbler', (.985, .995, .99)); t = .05
    lathe('glass', [(1e-4, 0), (R * .84, 0)] + arc(R * .84, .05, .05, -90, 0, 6) + [(R, H - .02)] + arc(R - t / 2, H - .02, t / 2, 0, 180, 8) +
          [(R * .84 - t + .05, .30)] + arc(R * .84 - t - .12, .32, .12, 0, -90, 6) + [(1e-4, .2)], g, 128).parent = e
    w = glass('water', (.985, .995, .995), ior=1.33); k = (water - .2) / (H - .2)
    rw = R * .84 - t + .05 + (R - t - (R * .84 - t + .05)) * k
    lathe('water', [(1e-4, .195), (R * .80 - t, .195), (R * .84 - t + .052, .32), (rw + .012, water + .02), (rw - .05, water), (1e-4, water)], w, 128).parent = e
    return e

def spoon(loc, rot, m, L=4.4, s=1.0):
    """A teaspoon that points along +x from its bowl, hollow side up."""
    e = empty('spoon', loc, rot); v, f = [], []; n, k = 60, 14
    for i in range(n + 1):
        t = i / n; x = t * L
        if t < .27:
            q = t / .27; half = .46 * math.sin(math.pi * min(1, q * .93 + .05)) ** .62; deep = .22 * math.sin(math.pi * q) ** .9
        else:
            q = (t - .27) / .73; half = .085 + .16 * q ** 2.4; deep = -.012
        rise = .34 * max(0, (t - .2) / .8) ** 1.1 + (.10 * math.exp(-((t - .30) / .05) ** 2))
        if i == n: half *= .55
        for a in range(k + 1):
            u = -1 + 2 * a / k
            v.append((x * s, u * half * s, (rise - deep * (1 - u * u)) * s))
    for i in range(n):
        for a in range(k):
            b = i * (k + 1) + a; f.append((b, b + 1, b + k + 2, b + k + 1))
    o = mesh('spoon', v, f, m, auto=60); o.parent = e
    so = o.modifiers.new('s', 'SOLIDIFY'); so.thickness = .035 * s; so.offset = 1
    o.modifiers.new('b', 'SUBSURF').render_levels = 1
    return e

def grains(place, n, sizes, cols, seed=3, flat=.8):
    """n small lumps; place(rnd) -> (x, y, z)."""
    rnd = random.Random(seed); meshes = []
    for i, c in enumerate(cols):
        bm = bmesh.new(); bmesh.ops.create_icosphere(bm, subdivisions=2, radius=1)
        for v in bm.verts: v.co *= rnd.uniform(.75, 1.25)
        o = bm_object('grain', bm, mat('grain%d' % i, c, .9, spec=.15)); meshes.append(o.data); bpy.data.objects.remove(o)
    for i in range(n):
        s = rnd.choice(sizes) * rnd.uniform(.75, 1.2)
        o = add(bpy.data.objects.new('g', rnd.choice(meshes))); o.location = place(rnd); o.scale = (s, s, s * flat)
        o.rotation_euler = (rnd.random() * 6, rnd.random() * 6, rnd.random() * 6)
