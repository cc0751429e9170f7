"""A laboratory bench: counting live cells, what antibiotics do on a plate, measuring acidity.  blender -b -P scene_lab.py -- plates|zones|ph|tubes"""
import sys, os; sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from loamset import *
item = sys.argv[-1]
R = random.Random(20)
PLATE_R, PLATE_H, AGAR = 1.40, .46, .20

def apart(n, r, gap):
    """Places in a circle that keep a distance from each other."""
    out = []
    for _ in range(n * 60):
        a, d = R.uniform(0, 2 * math.pi), r * math.sqrt(R.random()); p = (d * math.cos(a), d * math.sin(a))
        if all((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 > gap * gap for q in out): out.append(p)
        if len(out) == n: break
    return out

def colony_shapes():
    m = mat('colony', '#F3ECDB', .28, spec=.5, coat=.2); shapes = []
    for k in range(4):
        bm = bmesh.new(); bmesh.ops.create_icosphere(bm, subdivisions=3, radius=1)
        for v in bm.verts: v.co *= 1 + .05 * math.sin(v.co.x * 3 + k) * math.cos(v.co.y * 4 - k)
        o = bm_object('colony', bm, m, auto=80); shapes.append(o.data); bpy.data.objects.remove(o)
    return shapes

def agar_mat():
    m = mat('agar', '#C79A55', .14, spec=.5, coat=.25); b = m.node_tree.nodes['Principled BSDF']
    b.inputs['Subsurface'].default_value = .22; b.inputs['Subsurface Color'].default_value = (*srgb('#D9A95C'), 1); b.inputs['Subsurface Radius'].default_value = (.30, .17, .08)
    return m

def plate(loc, turn, shapes, agar, clear, n, sizes, gap, power, lid=False):
    """A Petri dish, 90 mm wide: agar, n colonies that keep a distance, and what somebody wrote on its side."""
    e = empty('plate', loc, (0, 0, turn)); t = .045
    lathe('dish', [(1e-4, 0), (PLATE_R - .05, 0)] + arc(PLATE_R - .05, .05, .05, -90, 0, 5) + [(PLATE_R, PLATE_H - .012)] + arc(PLATE_R - t / 2, PLATE_H - .012, t / 2, 0, 180, 6) + [(PLATE_R - t, .06), (1e-4, .055)], clear, 160).parent = e
    r = PLATE_R - t - .003
    lathe('agar', [(1e-4, .058), (r, .062), (r, AGAR + .045), (r - .03, AGAR + .012), (r - .08, AGAR), (1e-4, AGAR)], agar, 160).parent = e
    for x, y in apart(n, r - .13, gap):
        o = add(bpy.data.objects.new('colony', R.choice(shapes))); o.parent = e; s = R.choice(sizes) * R.uniform(.82, 1.18)
        o.location = (x, y, AGAR - s * .06); o.scale = (s, s * R.uniform(.93, 1.07), s * .42); o.rotation_euler = (0, 0, R.uniform(0, 6.28))
    pr = Print(on_cylinder(PLATE_R, .003), mat('pen', '#26313A', .6), e)
    pr.text('LM-BL01', -.58, .15, .17); pr.text('10', .20, .15, .17); pr.text('-%d' % power, .385, .225, .13)
    if lid:
        RL = PLATE_R + .06; g = lathe('lid', ([(1e-4, PLATE_H + .06), (RL - .05, PLATE_H + .06)] + arc(RL - .05, PLATE_H + .01, .05, 90, 0, 5) + [(RL, .12), (RL - t, .12), (RL - t, PLATE_H + .015), (1e-4, PLATE_H + .015)])[::-1], clear, 160); g.parent = e
    return e

def beaker(loc, turn, level=1.42, R0=1.02, H=2.55):
    """250 ml, with capsules at the bottom of a pale yellow fluid."""
    e = empty('beaker', loc, (0, 0, turn)); g = glass('beaker', (.985, .995, .99)); t = .05
    lathe('glass', [(1e-4, 0), (R0 - .14, 0)] + arc(R0 - .14, .14, .14, -90, 0, 8) + [(R0, H - .22), (R0 + .015, H - .10), (R0 + .05, H - .03)] + arc(R0 + .05 - t / 2, H - .02, t / 2, 0, 180, 8) +
          [(R0 - t + .015, H - .10), (R0 - t, H - .22), (R0 - t, .24)] + arc(R0 - t - .12, .20, .12, 0, -90, 6) + [(1e-4, .08)], g, 160).parent = e
    w = glass('fluid', (.99, .955, .80), ior=1.33)
    lathe('fluid', [(1e-4, .075), (R0 - t - .12, .076), (R0 - t + .008, .20), (R0 - t + .010, level + .03), (R0 - t - .05, level), (1e-4, level)], w, 160).parent = e
    white = mat('scale', '#F4F4EC', .6); pr = Print(on_cylinder(R0, .003), white, e)
    for ml in (50, 100, 150, 200):
        z = .10 + ml / 100 * 1.02; pr.rect(-.20, z, .40, .014); pr.text(str(ml), .26, z - .05, .15)
    for ml in (25, 75, 125, 175): pr.rect(-.12, .10 + ml / 100 * 1.02, .24, .012)
    m = fake_nested('cap', PRODUCTS['ds']['outer'], PRODUCTS['ds']['inner']); me = simple_capsule_mesh(m)
    for x, y, z, a, tilt in ((-.42, -.30, .22, 20, 0), (.18, -.48, .22, 75, 0), (.46, .12, .22, -30, 0), (-.05, .28, .22, 50, 0), (-.50, .32, .23, -70, 0), (-.10, -.12, .44, 5, .25), (.38, -.25, .42, 120, .3), (.30, .52, .22, 10, 0)):
        o = add(bpy.data.objects.new('f', me)); o.parent = e; o.location = (x, y, z); o.rotation_euler = (math.pi / 2 + tilt, 0, math.radians(a))
    return e

def loop(loc, turn):
    """An inoculation loop: a ribbed handle, a thin wire, a ring at its end."""
    e = empty('loop', loc, (0, math.pi / 2, turn)); steel = mat('steel', '#C9C7C0', .22, metal=1, bump=.01, bump_scale=40)
    lathe('handle', [(1e-4, 0), (.075, .01), (.085, .04), (.085, 2.35), (.06, 2.45), (.04, 2.62), (1e-4, 2.63)], mat('grip', '#4A3B2B', .42, spec=.4), 48, ribs=(16, .014, .10, 1.5)).parent = e
    lathe('wire', [(1e-4, 2.6), (.013, 2.6), (.011, 4.0), (1e-4, 4.0)], steel, 24).parent = e
    bpy.ops.mesh.primitive_torus_add(major_radius=.07, minor_radius=.011, major_segments=48, minor_segments=12); o = bpy.context.object
    o.data.materials.append(steel); o.location = (0, 0, 4.065); o.rotation_euler = (0, math.pi / 2, 0); o.parent = e
    for p in o.data.polygons: p.use_smooth = True

if item == 'plates':
    studio(11, floor_y=9)
    slab('bench', 16, 12, .3, mat('bench', '#C6CABD', .34, spec=.4, bump=.03, bump_scale=50), .03); z = .3
    shapes, agar, clear = colony_shapes(), agar_mat(), glass('clear', (.985, .99, .985), shadow=(.93, .94, .92))
    beaker((-1.30, 2.05, z), math.radians(12))
    plate((1.02, 2.55, z), .15, shapes, agar, clear, 420, (.026, .032), .06, 4, lid=True)
    plate((1.02, 2.55, z + PLATE_H + .062), -.1, shapes, agar, clear, 260, (.03, .038), .075, 5, lid=True)
    plate((.98, -.42, z), math.radians(6), shapes, agar, clear, 64, (.050, .058, .066), .17, 6)
    plate((-1.78, -1.22, z), math.radians(-8), shapes, agar, clear, 300, (.032, .038, .043), .085, 5)
    loop((3.60, -2.30, z + .086), math.radians(176))
    camera((.25, -9.6, 7.9), (-.22, .18, .66), 57)
    render('lab-plates', 800, 1000, 36, limit=0, noise=.035)

def lawn(discs, r, z, parent):
    """Bacteria that cover the agar, except around the discs: (x, y, radius of the clear circle)."""
    import numpy as np
    n = 1400; y, x = (np.mgrid[0:n, 0:n] / (n - 1) - .5) * 2 * r; rng = np.random.default_rng(4); cover = np.ones((n, n))
    ang = rng.uniform(0, 6.28, (len(discs), 3))
    for (dx, dy, rad), ph in zip(discs, ang):
        a = np.arctan2(y - dy, x - dx); d = np.hypot(x - dx, y - dy) - rad * (1 + .012 * np.sin(3 * a + ph[0]) + .008 * np.sin(7 * a + ph[1]))
        cover = np.minimum(cover, np.clip(d / .035 + .5, 0, 1))
    grain = rng.normal(0, 1, (n, n)); fine = (grain + np.roll(grain, 1, 0) + np.roll(grain, 1, 1) + np.roll(grain, 2, 0) + np.roll(grain, -1, 1)) / 2.24
    alpha = np.clip(cover * (.80 + .10 * fine), 0, 1)
    im = bpy.data.images.new('lawn', n, n, float_buffer=True); im.colorspace_settings.name = 'Non-Color'; px = np.ones((n, n, 4), np.float32); px[..., 0] = px[..., 1] = px[..., 2] = alpha; im.pixels.foreach_set(px.ravel()); im.update(); im.pack()
    m = mat('lawn', '#E6DEC6', .55, spec=.3); nt = m.node_tree; t = nt.nodes.new('ShaderNodeTexImage'); t.image = im; b = nt.nodes['Principled BSDF']; nt.links.new(t.outputs['Color'], b.inputs['Alpha'])
    bp = nt.nodes.new('ShaderNodeBump'); bp.inputs['Strength'].default_value = .5; bp.inputs['Distance'].default_value = .012; nt.links.new(t.outputs['Color'], bp.inputs['Height']); nt.links.new(bp.outputs[0], b.inputs['Normal'])
    v, f = [(0, 0, z)], []; k = 180
    for q in range(k): v.append((r * math.cos(2 * math.pi * q / k), r * math.sin(2 * math.pi * q / k), z))
    for q in range(k): f.append((0, 1 + q, 1 + (q + 1) % k))
    o = mesh('lawn', v, f, m); uv = o.data.uv_layers.new(); o.parent = parent
    for p in o.data.polygons:
        for li, vi in zip(p.loop_indices, p.vertices): c = o.data.vertices[vi].co; uv.data[li].uv = (c.x / r / 2 + .5, c.y / r / 2 + .5)

if item == 'zones':
    studio(11, floor_y=9); slab('bench', 16, 12, .3, mat('bench', '#565A4E', .42, spec=.4, bump=.03, bump_scale=50), .03); z = .3
    agar, clear = agar_mat(), glass('clear', (.985, .99, .985), shadow=(.95, .96, .94)); agar.node_tree.nodes['Principled BSDF'].inputs['Base Color'].default_value = (*srgb('#B98B4A'), 1)
    e = plate((0, .12, z), math.radians(14), colony_shapes(), agar, clear, 0, (.03,), .05, 0); r = PLATE_R - .05
    for o in list(bpy.data.objects):
        if o.name.startswith('print'): bpy.data.objects.remove(o)
    places = [(.78 * math.cos(math.radians(a)), .78 * math.sin(math.radians(a))) for a in (90, 162, 234, 306, 18)] + [(0, 0)]
    codes = (('CIP', '5', .46), ('AMP', '10', .0), ('TE', '30', .33), ('E', '15', .36), ('C', '30', .40), ('VA', '30', .27))
    lawn([(x, y, size) for (x, y), (_, _, size) in zip(places, codes)], r, AGAR + .004, e)
    paper = mat('disc', '#F4F2EA', .9, spec=.1, bump=.3, bump_scale=40)
    for (x, y), (code, dose, _) in zip(places, codes):
        d = lathe('disc', [(.094, 0), (.094, .024), (1e-4, .026)], paper, 64); d.location = (x, y, AGAR + .006); d.parent = e; d.rotation_euler = (0, 0, R.uniform(-.5, .5))
        on = Print(lambda a, b, x=x, y=y: (x + a, y + b, AGAR + .034), mat('ink', '#1C1C1A', .7), e); on.text(code, 0, .012, .066, cond=True, align='CENTER'); on.text(dose, 0, -.056, .062, cond=True, align='CENTER')
    lid = lathe('lid', [(1e-4, .045), (PLATE_R, .045)] + arc(PLATE_R, .09, .045, -90, 0, 4) + [(PLATE_R + .05, .42), (PLATE_R + .005, .42), (PLATE_R, .10), (1e-4, .09)], clear, 160); lid.location = (2.05, 2.35, z)
    sun((.55, .5, -.9), .01, 2); softbox((-2.6, 3.6, 4.6), (0, 0, .3), 3.2, 2.2, 60, '#FFF6E6')
    camera((.15, -3.4, 8.6), (.15, .10, .4), 80)
    portrait('lab-zones', 16)
elif item == 'ph':
    studio(11, floor_y=9); slab('bench', 16, 12, .3, mat('tile', '#DADBD2', .22, spec=.45, coat=.3, bump=.02, bump_scale=9), .03); z = .3
    scale = ['#A8323A', '#B94A38', '#C5693F', '#CC8A45', '#CFA54E', '#C4B455', '#8C9E5A', '#5F8A60', '#477B6F', '#446B75', '#475F7C', '#4A5376', '#4C466B', '#473657']
    card = empty('card', (-.55, .95, z), (0, 0, math.radians(9))); W, H = 3.3, 3.2
    body = slab('card', W, H, .018, mat('paper', '#EFEEE6', .75, spec=.2), .004); body.parent = card
    on = Print(lambda x, y: (x, y, .0205), mat('ink', '#1C1813', .7), card); on.text('pH', -W / 2 + .20, H / 2 - .50, .42)
    for i, c in enumerate(scale):
        col, row = i % 7, i // 7; x, y = -W / 2 + .18 + col * .427, H / 2 - 1.42 - row * 1.24
        on.rect(x, y, .385, .66, mat('s%d' % i, c, .6)); on.text(str(i + 1), x + .1925, y - .22, .19, cond=True, align='CENTER')
    dry = mat('dry', '#D9B25E', .85, spec=.1, bump=.2, bump_scale=60)
    for x, y, turn, wet, share in ((-.60, -1.55, 99, '#B94A38', .42), (.02, -1.68, 91, '#A3A857', .38), (.62, -1.50, 95, '#76945D', .46), (1.24, -1.70, 85, '#B4AE56', .40)):
        e = empty('strip', (x, y, z), (0, 0, math.radians(turn))); L, Wd, bow = 2.3, .21, R.uniform(.02, .05)
        wetm = mat('wet' + wet, wet, .45, spec=.35, bump=.2, bump_scale=60)
        mid = [mat('mid' + wet + str(k), tuple(p + (q - p) * (k + 1) / 5 for p, q in zip(srgb(wet), srgb('#D9B25E'))), .6, spec=.2, bump=.2, bump_scale=60) for k in range(4)]
        for a, b, m in [(0, share, wetm)] + [(share + .018 * k, share + .018 * (k + 1), mid[k]) for k in range(4)] + [(share + .072, 1, dry)]:
            v, f, n = [], [], 26
            for i in range(n + 1):
                u = a + (b - a) * i / n; edge = .02 * math.sin(40 * u) * 0
                for s in (-1, 1): v.append((-L / 2 + L * u, s * Wd / 2, .012 + bow * 4 * (u - .5) ** 2 ))
            for i in range(n): f.append((2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2))
            o = mesh('paper', v, f, m, auto=80); o.parent = e; so = o.modifiers.new('s', 'SOLIDIFY'); so.thickness = .007
    sun((.74, -.42, -.44), .5, 1.2, '#FFEBCB')
    camera((.10, -5.4, 8.8), (.05, -.12, .4), 62)
    portrait('lab-ph', 8)
